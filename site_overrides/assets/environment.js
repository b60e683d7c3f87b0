/* What a reader pastes about their machine → which versions it tells, and which rows of an entry fit them.
   It knows the output of `faultbook env`, nvidia-smi, PyTorch's collect_env, pip list and pip freeze, conda list, nvcc
   and jax.print_environment_info, whole or in part. No page is needed: tests run it in Node. A classic script, so that
   it also works from file://. */
(function (root) {
  "use strict";

  const LONGEST = 1 << 20; // characters that are read
  const LONGEST_LINE = 400; // so that no pattern takes long on a hostile one
  const ESCAPES = /\x1b\[[0-9;]*[A-Za-z]/g;
  const NAME = "[A-Za-z][\\w.-]*";
  const PACKAGE = new RegExp(`^(?:\\[(?:pip3?|conda)\\] *|[-*] +)?["']?(${NAME})["']?(?: *(?:===?|:) *| +)["']?v?(\\d[\\w.+!]*)(.*)`);
  const FROM_FILE = new RegExp(`^(${NAME}) @ \\S*[/\\\\][\\w.]+-(\\d[\\w.+!%]*)-`); // pip freeze of a wheel
  // Names that say something here. Of the rest of an installation nothing is kept.
  const KNOWN = /^(?:(?:py)?torch|triton|jax|tensorflow|tf-nightly|keras|cupy|numba|(?:lib)?nvidia-|cuda-|onnxruntime|tensorrt|flash-|transformer|bitsandbytes|ctranslate2|paddlepaddle|mxnet|opencv-|faiss-|lightgbm$|xgboost|ray$|vllm$|numpy$|accelerate$|xformers$|deepspeed$|cudatoolkit$|cudnn$|nccl$|theano$|chainer$|ml-dtypes$|pip$)/;
  const CUDNN_PACKAGES = ["nvidia-cudnn-cu13", "nvidia-cudnn-cu12", "nvidia-cudnn-cu11"];
  /* What an entry calls a package → what it is called in a paste, the one that counts first. Those without a package:
     torch-cuda (what PyTorch was built for), nvcc (the toolkit), driver-cuda, nvidia-driver, python. */
  const NAMES = {
    tensorflow: ["tensorflow", "tensorflow-cpu", "tensorflow-gpu", "tf-nightly"],
    cupy: ["cupy-cuda13x", "cupy-cuda12x", "cupy-cuda11x", "cupy"],
    triton: ["triton", "pytorch-triton", "triton-windows"],
    cv2: ["opencv-python-headless", "opencv-python", "opencv-contrib-python"],
    faiss: ["faiss-cpu", "faiss-gpu"],
    xgboost: ["xgboost-cpu", "xgboost"],
    cudnn: [...CUDNN_PACKAGES, "cudnn"],
    nccl: ["nvidia-nccl-cu13", "nvidia-nccl-cu12", "nvidia-nccl-cu11", "nccl"],
    cuda: ["nvcc", "torch-cuda"],
    "cuda-toolkit": ["nvcc", "nvidia-cuda-nvcc", "nvidia-cuda-nvcc-cu12", "cudatoolkit", "cuda-toolkit"],
    "cuda-runtime": ["torch-cuda", "nvidia-cuda-runtime", "nvidia-cuda-runtime-cu12", "nvidia-cuda-runtime-cu11", "cudatoolkit"],
  };

  // --- versions, by the public part of PEP 440 ----------------------------------------------------

  const VERSION = new RegExp(
    "^v?(?:(\\d+)!)?(\\d+(?:\\.\\d+)*)(?:[-_.]?(alpha|beta|preview|pre|rc|a|b|c)[-_.]?(\\d*))?" +
    "(?:-(\\d+)|[-_.]?(post|rev|r)[-_.]?(\\d*))?(?:[-_.]?(dev)[-_.]?(\\d*))?(?:\\+[a-z0-9._-]*)?$", "i");
  const STAGES = {alpha: 1, a: 1, beta: 2, b: 2, c: 3, rc: 3, pre: 3, preview: 3};

  /* The parts of a version in the order in which they weigh; null for what is none. */
  function read(text) {
    const found = VERSION.exec(text);
    if (!found) return null;
    const [, epoch, numbers, stage, step, dash, post, turn, dev, day] = found;
    const release = numbers.split(".").map(Number);
    const isPost = Boolean(post || dash);
    const early = dev && !stage && !isPost ? [0, 0] : [stage ? STAGES[stage.toLowerCase()] : 4, Number(step || 0)];
    const late = [isPost ? Number(dash || turn || 0) + 1 : 0, dev ? Number(day || 0) : Infinity];
    return {release, early: Boolean(stage || dev), epoch: Number(epoch || 0), rest: [...early, ...late]};
  }

  function order(a, b) {
    const length = Math.max(a.release.length, b.release.length);
    const parts = ({epoch, release, rest}) => [epoch, ...Array.from({length}, (_, at) => release[at] || 0), ...rest];
    const [mine, theirs] = [parts(a), parts(b)];
    const at = mine.findIndex((part, place) => part !== theirs[place]);
    return at < 0 ? 0 : mine[at] < theirs[at] ? -1 : 1;
  }

  /* Negative, zero or positive, as for sorting; NaN where one is no version. */
  function compare(a, b) {
    const [mine, theirs] = [read(a), read(b)];
    return mine && theirs ? order(mine, theirs) : NaN;
  }

  /* "2.7" as the last one is the last 2.7.x. */
  function upTo(version, last) {
    const [mine, end] = [read(version), read(last)];
    if (!mine || !end) return false;
    return order(mine, end) <= 0 || (!end.early && end.release.every((part, at) => part === (mine.release[at] || 0) &&
      at < mine.release.length));
  }

  function within(version, {since, until, fixed}) {
    return read(version) !== null && (!since || compare(since, version) <= 0) &&
      (!fixed || compare(version, fixed) < 0) && (!until || upTo(version, until));
  }

  // --- what is pasted -----------------------------------------------------------------------------

  const plainName = (name) => name.toLowerCase().replace(/[-_.]+/g, "-");

  function keep(found, name, version) {
    const before = found.versions[name];
    // The same version is told twice: with what it was built for, and without.
    if (!before || (version.includes("+") && version.split("+")[0] === before)) found.versions[name] = version;
  }

  function keepGpu(found, told) {
    const name = told.replace(/ *\(UUID.*/, "").split(",")[0].trim();
    const capability = /compute capability (\d+\.\d+)/.exec(told);
    found.gpus.push({name, ...(capability && {capability: capability[1]})});
  }

  function keepBuild(found, told) {
    if (/^\d/.test(told)) keep(found, "torch-cuda", told);
    else found.build = "cpu";
  }

  /* 8902 is 8.9.2, 91002 is 9.10.2. */
  function cudnn(told) {
    if (!/^\d{4,6}$/.test(told)) return told;
    const number = Number(told);
    const major = number >= 90000 ? 10000 : 1000;
    return [Math.floor(number / major), Math.floor((number % major) / 100), number % 100].join(".");
  }

  const version = (name) => (found, told) => keep(found, name, told);
  // nvidia-smi, as a table and (-q) as a list; from driver 610 on with other words.
  const DRIVER = /(?:NVIDIA-SMI.*|^)(?:Driver|KMD) Version *: *(\d[\d.]*)/;
  const SERVED = /(?:NVIDIA-SMI.*CUDA (?:UMD )?Version|^CUDA (?:UMD )?Version {3,}) *: *(\d[\d.]*)/;
  // The first that fits a line tells what it says.
  const LINES = [
    [/^PyTorch version *: *(\d\S*)/i, version("torch")],
    [/^CUDA used to build PyTorch *: *(\d[\d.]*|None|Could not collect)/i, keepBuild],
    [/^ROCM used to build PyTorch *: *\d/i, (found) => { found.build = "rocm"; }],
    [/^CUDA runtime version *: *(\d[\d.]*)/i, version("nvcc")],
    [/^(?:CUDA toolkit +|"cuda_toolkit": ")(\d[\d.]*)/, version("nvcc")],
    [/^Cuda compilation tools.* V(\d[\d.]*)/i, version("nvcc")],
    [/^CUDA of the driver +(\d[\d.]*)/, version("driver-cuda")],
    [/^NVIDIA driver(?: version)? *:? +(\d[\d.]*)/i, version("nvidia-driver")],
    [/^NVIDIA driver +not found/, (found) => { found.absent.push("nvidia-driver"); }],
    [/^NVIDIA-SMI has failed/, (found) => { found.absent.push("nvidia-driver"); }],
    [/^GPU +not found/, (found) => { found.absent.push("gpu"); }],
    [/^GPU +\d+ *:? +(\S.*)/, keepGpu],
    [/^Product Name *: *(\S.*)/, keepGpu],
    [/^\| +\d+ +(\S.*?) +(?:On|Off|WDDM|TCC|MCDM|N\/A) *\| +[0-9A-F]{8}:/i, keepGpu],
    [/^Python(?: version)? *[: ] *(?:[A-Z]\w+ )?v?(\d+\.\d[\w.]*)/i, version("python")],
    [/^(?:OS *: *|system {2,})(\S.*)/, (found, told) => { found.os = told; }],
    [/libcudnn(?:_\w+)?\.so\.(\d+(?:\.\d+)+)/, (found, told) => { found.libraries.add(told); }],
    [/^cuDNN version *: *(\d[\d.]*)/i, (found, told) => keep(found, "cudnn", cudnn(told))],
  ];

  function readPackage(found, line) {
    const [, given, told, more] = PACKAGE.exec(line) || FROM_FILE.exec(line) || [];
    if (!given) return;
    const name = plainName(given);
    if (!KNOWN.test(name)) return;
    if (name === "pytorch-cuda") keep(found, "torch-cuda", told);
    else keep(found, name === "pytorch" ? "torch" : name, told.replace("%2B", "+"));
    if (!/^(?:py)?torch$/.test(name)) return;
    const build = /built for CUDA ([\d.]+)|_cuda([\d.]+)_|(built for the CPU|_cpu_)/.exec(more || "");
    if (build) keepBuild(found, build[1] || build[2] || "");
  }

  /* nvidia-smi --query-gpu=… --format=csv: names of columns, then a line for each GPU. */
  function readTable(found, columns, line) {
    const values = line.split(/ *, */);
    if (values.length !== columns.length) return false;
    const told = (column) => values[columns.indexOf(column)];
    if (told("name")) keepGpu(found, `${told("name")}, compute capability ${told("compute_cap")}`);
    if (/^\d/.test(told("driver_version"))) keep(found, "nvidia-driver", told("driver_version"));
    return true;
  }

  function readLines(found, text) {
    let columns = null;
    for (const given of text.split(/\r\n?|\n/)) {
      const line = given.slice(0, LONGEST_LINE).replace(/[\t\xa0]/g, " ").trim().replace(/^(?:packages|conda) {2,}|^GPU models and configuration *: */, "");
      const [, driver] = DRIVER.exec(line) || [];
      const [, served] = SERVED.exec(line) || [];
      if (driver) keep(found, "nvidia-driver", driver);
      if (served) keep(found, "driver-cuda", served);
      if (/^(?:\w+(?:\.\w+)*(?: \[\w+\])?, *)*(?:driver_version|compute_cap)\b/.test(line)) columns = line.split(/ *, */);
      else if (!(columns && readTable(found, columns, line))) {
        const rule = LINES.find(([sign]) => sign.test(line));
        if (rule) rule[1](found, rule[0].exec(line)[1]);
        else readPackage(found, line);
      }
    }
  }

  /* faultbook env --json, as the lines that it prints without. */
  function fromJson(text) {
    try {
      const {gpus, driver, cuda_driver: served, cuda_toolkit: toolkit, python, os, packages} = JSON.parse(text);
      const named = Object.entries(packages).map((pair) => pair.join(" "));
      const cards = gpus.map(({index, name, compute_cap: cap}) => `GPU ${index}: ${name}, compute capability ${cap}`);
      return [`NVIDIA driver  ${driver || "not found"}`, `CUDA of the driver  ${served}`, `CUDA toolkit  ${toolkit}`,
        `Python  ${python}`, `system  ${os}`, ...(cards.length ? cards : ["GPU  not found"]), ...named].join("\n");
    } catch {
      return text;
    }
  }

  /* What a paste tells, as plain data; null where it tells nothing. */
  function parse(pasted) {
    const text = pasted.slice(0, LONGEST).replace(ESCAPES, "").replace(/^\ufeff/, "").trim();
    const found = {versions: {}, gpus: [], absent: [], libraries: new Set()};
    readLines(found, text[0] === "{" ? fromJson(text) : text);
    const {versions, gpus, absent, libraries} = found;
    // "Probably one of the following": of several, none is known to be the one.
    if (libraries.size === 1) keep(found, "cudnn", [...libraries][0]);
    const [, tag] = /\+(cpu|rocm|cu\d{2,3})/.exec(versions.torch || "") || [];
    if (tag === "cpu" || tag === "rocm") found.build = tag;
    else if (tag) keep(found, "torch-cuda", tag.slice(2).replace(/\d$/, ".$&"));
    if (versions["torch-cuda"]) found.build = "cuda";
    const one = {versions, gpus, absent: [...new Set(absent)]};
    if (found.build && versions.torch) one.build = found.build;
    if (found.os) one.os = found.os;
    return Object.keys(versions).length || gpus.length || absent.length ? one : null;
  }

  // --- what fits ----------------------------------------------------------------------------------

  const namesOf = (name) => NAMES[plainName(name)] || Object.values(NAMES).find((names) => names.includes(name)) || [plainName(name)];

  /* The version of what an entry calls so, with the name under which it was told. */
  function versionOf(environment, name) {
    const told = namesOf(name).find((candidate) => environment.versions[candidate]);
    return told ? {name: told, version: environment.versions[told]} : null;
  }

  const publicPart = (version) => version.split("+")[0];
  const isSame = (a, b) => compare(a, b) === 0 || publicPart(a) === publicPart(b);

  /* What of a tested row is told to be otherwise: {name, yours, tested}. */
  function differences(environment, {versions, subjects, gpu}) {
    const found = [];
    for (const [name, tested] of Object.entries(versions)) {
      if (subjects.includes(name)) continue;
      const yours = name === "torch-cuda" ? environment.versions[name] || environment.build : versionOf(environment, name)?.version;
      if (yours && !isSame(yours, tested ?? "cpu")) found.push({name, yours, tested: tested ?? "cpu"});
    }
    const cards = environment.gpus.map(({name}) => name);
    if (gpu && cards.length && !cards.includes(gpu)) found.push({name: "gpu", yours: cards[0], tested: gpu});
    return found;
  }

  /* Whether every version that a row is about, and that is told, is the tested one; null where none is told. */
  function isTested(environment, {versions, subjects}) {
    const told = subjects.map((name) => [versionOf(environment, name), versions[name]]).filter(([yours]) => yours);
    return told.length ? told.every(([yours, tested]) => isSame(yours.version, tested)) : null;
  }

  const gap = (a, b) => {
    const [mine, theirs] = [read(a).release, read(b).release];
    return Array.from({length: Math.max(mine.length, theirs.length)}, (_, at) => Math.abs((mine[at] || 0) - (theirs[at] || 0)));
  };

  /* Of tested versions the one next to yours, below or above, whichever is closer. */
  function nearest(yours, tested) {
    const known = read(yours) ? tested.filter(read).sort(compare) : [];
    if (known.some((version) => isSame(version, yours))) return yours;
    const below = known.filter((version) => compare(version, yours) < 0).at(-1);
    const above = known.find((version) => compare(version, yours) > 0);
    if (!below || !above) return below || above;
    const [down, up] = [gap(yours, below), gap(yours, above)];
    const at = down.findIndex((part, place) => part !== (up[place] || 0));
    return at >= 0 && (up[at] || 0) < down[at] ? above : below;
  }

  /* The rows next to yours where none is yours, each with {name, yours, tested}; by the first package told. */
  function neighbours(environment, rows) {
    const about = rows.map((row) => {
      const name = row.subjects.find((subject) => versionOf(environment, subject));
      return name && {name, yours: versionOf(environment, name).version, tested: row.versions[name]};
    });
    return about.map((one) => {
      const family = (other) => other && namesOf(other.name)[0] === namesOf(one.name)[0];
      const closest = one && nearest(one.yours, about.filter(family).map(({tested}) => tested));
      return closest && isSame(closest, one.tested) ? {how: "nearest", ...one} : null;
    });
  }

  function stated(environment, {kind, package: name, ...range}) {
    const yours = versionOf(environment, name);
    const isRange = kind === "stated" || range.since || range.until;
    return yours && isRange && within(yours.version, range) ? {how: kind, name: yours.name, yours: yours.version} : null;
  }

  /* For each item of a page how it fits, or null. An item is a tested row {kind, id, versions, subjects, gpu}, what is
     stated or a wording {kind, package, since, until, fixed}, or a cause {kind, raised: ids of rows}. */
  function fit(environment, items) {
    const rows = items.filter(({kind}) => kind === "tested");
    const hits = rows.map((row) => isTested(environment, row) && {how: "exact", differs: differences(environment, row)});
    const found = hits.some(Boolean) ? hits : neighbours(environment, rows);
    // Another build is another program: what raised it there says nothing of this one.
    const sameBuild = rows.filter((_, at) => hits[at] && !hits[at].differs.some(isBuild)).map(({id}) => id);
    return items.map((item) => {
      if (item.kind === "tested") return found[rows.indexOf(item)] || null;
      if (item.kind === "cause") return item.raised.some((id) => sameBuild.includes(id)) ? {how: "cause"} : null;
      return stated(environment, item);
    });
  }

  const isBuild = ({name, yours, tested}) => name === "torch-cuda" && !(/^\d/.test(yours) && /^\d/.test(tested));

  /* What a few lines say of an entry: of tested rows with one result the row that differs least, then what is stated.
     Each is a hit with its item. */
  function brief(environment, items) {
    const hits = fit(environment, items).flatMap((hit, at) => (hit ? [{...hit, item: items[at]}] : []));
    const [stated, tested] = [true, false].map((wanted) => hits.filter(({how}) => (how === "stated") === wanted));
    const distance = ({differs}) => (differs ? differs.length : 0);
    const said = ({item, name}) => `${item.says} ${name}`;
    const first = (list) => list.filter((hit, at) => list.findIndex((other) => said(other) === said(hit)) === at);
    return [...first(tested.sort((a, b) => distance(a) - distance(b))), ...first(stated)];
  }

  root.faultbookEnvironment = {parse, fit, brief, compare, within, versionOf};
  if (typeof module !== "undefined") module.exports = root.faultbookEnvironment;
})(typeof globalThis === "undefined" ? this : globalThis);
