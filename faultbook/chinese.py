"""Our own words in Chinese, so that they are there offline and without a build. A test keeps them complete."""

CHINESE = {
    # What the site says with the same words says so here too: templates/locales/zh.po.
    "Verified": "已验证",
    "Partly verified": "部分验证",
    "Shown on a simulated driver": "只在模拟驱动上演示过",
    "No cause shown by a run yet": "原因尚未实测",
    "Contradicted by a run": "与运行结果矛盾",
    "Not run yet": "尚未运行",
    "Never observed": "从未观察到",
    "No longer raised": "不再出现",
    "fix the cause and run again; nothing to reset": "消除原因后重新运行即可，无需重置",
    "trying again can help": "重试可能有用",
    "the process must be restarted": "必须重启进程",
    "the GPU must be reset": "必须重置 GPU",
    "the machine must be rebooted": "必须重启机器",
    "hardware must be replaced": "必须更换硬件",
    "What to do first": "先做这一步",
    "If this is the cause": "如果是这个原因",
    "Recovery": "如何恢复",
    "Status codes": "状态码",
    # Cards
    "Your message: {cause}": "你的报错：{cause}",
    "Cause: {cause}": "原因：{cause}",
    "{title}: {command}": "{title}：{command}",
    "What it costs": "代价",
    "What backs it": "依据",
    "How to tell": "如何判断",
    "run on a GPU": "在 GPU 上运行过",
    "run without a GPU": "在没有 GPU 的机器上运行过",
    "run on a simulated driver": "在模拟驱动上运行过",
    "from source or vendor": "来自源码或厂商文档",
    "no run or source yet": "尚未运行，也无出处",
    "Nothing is known to help yet. The page says what was tried.": "目前没有已知有效的办法。页面上写明了试过什么。",
    "Your message contradicts every cause that is known here. See the page before you try one.": (
        "你的报错与这里已知的每个原因都不符。动手之前，请先看页面。"
    ),
    "Your message fits several causes. Which of these do you see?": "你的报错符合多个原因。你看到的是哪一种？",
    "Read in your message": "从报错中读到",
    "Process {process} holds {size}. Whose is it?": "进程 {process} 占了 {size}。它是谁的？",
    "The number is the host's: in a container, run this on the host.": (
        "进程号是主机上的：在容器里的话，要到主机上运行。"
    ),
    "Which one do you mean?": "你指的是哪一个？",
    "Several errors say this. Which is yours?": "多个错误都会这样报。你遇到的是哪一个？",
    ": ": "：",
    "; ": "；",
    ", ": "、",
    " ({what})": "（{what}）",
    "Page": "页面",
    "Printed as": "打印形式",
    "Also called": "又名",
    "A deprecated spelling of": "已弃用的写法，现在的名称是",
    "Number": "数字",
    "Afterwards": "之后",
    "every later call in this process fails too; only a new process helps": (
        "这个进程之后的每次调用也都会失败，只有换新进程才行"
    ),
    "later calls in the same process can succeed": "同一进程之后的调用可以成功",
    "Entries that show it:": "会出现它的条目：",
    " (at least from {of} {since} to {until})": "（{of} {since} 至 {until}，起点可能更早）",
    " ({of} {since} to {until})": "（{of} {since} 至 {until}）",
    " (at least since {of} {since})": "（{of} {since} 起，可能更早）",
    " (since {of} {since})": "（{of} {since} 起）",
    " (until {of} {until})": "（{of} {until} 及更早）",
    "{number}: which library reported it?": "{number}：这个数字来自哪个库？",
    "Found in": "所在行",
    "Found by the words of": "按用词找到，所在行",
    "Also in this text:": "文本里还有：",
    "Similar in words, but another error:": "用词相近，但不是同一个错误：",
    "{meaning}: {address}": "{meaning}：{address}",
    # Commands
    "no language '{asked}' in this index: it has {known}": "此索引没有语言“{asked}”，只有 {known}",
    "no entry and no status code is called '{name}'": "没有名为“{name}”的条目或状态码",
    "; near it: ": "；相近的有：",
    "; to look up a message, use: faultbook find TEXT": "；要查找一条报错，请用：faultbook find TEXT",
    "standard output cannot be written ({reason}): is the disk full?": "无法写到标准输出（{reason}）：磁盘满了吗？",
    "no browser could be started here": "这里无法启动浏览器",
    "No entry for this.": "没有对应的条目。",
    "Paste the text, then press Ctrl-D (on Windows: Ctrl-Z and Enter).": (
        "粘贴文本，然后按 Ctrl-D（Windows 上按 Ctrl-Z 再按回车）。"
    ),
    "nothing came in; errors go to standard error, which a pipe takes with 2>&1: PROGRAM 2>&1 | faultbook find -": (
        "没有收到任何内容；报错写在标准错误里，加上 2>&1 才会进入管道：程序 2>&1 | faultbook find -"
    ),
    "{place} is empty": "{place} 是空的",
    "read from the file {place}": "已读取文件 {place}",
    "standard input": "标准输入",
    "there is no file {place}; looked up as a text": "没有文件 {place}，已当作文字查找",
    "{place} cannot be read ({reason})": "无法读取{place}（{reason}）",
    "there is no index in this package: {place} is missing. Install the wheel with pip, or, in a "
    "checkout, build one with `make wheel`; or set FAULTBOOK_INDEX to the file api/v1/lookup.json of a built site": (
        "这个包里没有索引：缺少 {place}。请用 pip 安装 wheel，或在源码目录中用 `make wheel` 构建；"
        "也可以把 FAULTBOOK_INDEX 设为已构建站点的 api/v1/lookup.json 文件"
    ),
    "FAULTBOOK_INDEX names {place}, which cannot be read ({reason}): correct the path, or unset the variable": (
        "FAULTBOOK_INDEX 指向 {place}，但无法读取（{reason}）：请改正路径，或取消这个变量"
    ),
    "{place} is no lookup.json ({reason}): take the file api/v1/lookup.json of a built site, or reinstall faultbook": (
        "{place} 不是 lookup.json（{reason}）：请使用已构建站点的 api/v1/lookup.json，或重新安装 faultbook"
    ),
    "this index is damaged: {place} ({reason}). Take a fresh lookup.json, the file api/v1/lookup.json of a built site, "
    "or reinstall faultbook": (
        "这个索引已损坏：{place}（{reason}）。请换一份完好的 lookup.json，即已构建站点的 api/v1/lookup.json，"
        "或重新安装 faultbook"
    ),
    "{place} has the form {form}, which this faultbook cannot read: install a newer faultbook "
    "(`pip install --upgrade faultbook`)": (
        "{place} 的格式版本为 {form}，这个 faultbook 读不了：请安装更新的版本（`pip install --upgrade faultbook`）"
    ),
    # Help
    "GPU errors: what they mean, what to do first, and the address of their page. Works offline.": (
        "GPU 报错：是什么意思，先做什么，页面在哪里。无需联网。"
    ),
    "print the version, the index's date and the site's address": "显示版本、索引日期和站点地址",
    "explain an entry, a status code, an exception class, a number or an Xid": "解释条目、状态码、异常类、数字或 Xid",
    "find the entry that a message or a log shows": "查找报错或日志对应的条目",
    "open the page of a name in the browser": "在浏览器中打开某个名称的页面",
    "print the versions that matter, for pasting into an issue": "显示相关版本，可直接粘贴到 issue 中",
    "run a program; an uncaught GPU error gets a line with its page": "运行程序；未捕获的 GPU 报错后会附上页面地址",
    "exit status: 0 found; 1 no entry for this; 2 wrong usage, no usable index, or nowhere to write;\n"
    "`doctor`: 0 nothing wrong was found; 1 something was; 2 no usable index;\n"
    "`verify`: 0 as on the site; 1 something came out otherwise; 2 wrong usage; 3 nothing ran; 4 some are left;\n"
    "`run`: the program's own. What was found goes to standard output, everything else to standard error.\n"
    "variables: FAULTBOOK_LANG=zh the language; FAULTBOOK_INDEX=FILE another site's lookup.json;\n"
    "FAULTBOOK=0 no line under tracebacks; NO_COLOR; FORCE_HYPERLINK=0|1.": (
        "退出码：0 找到；1 没有对应的条目；2 用法错误、没有可用的索引、无法写出；\n"
        "`doctor`：0 没有发现问题；1 发现了问题；2 没有可用的索引；\n"
        "`verify`：0 与网站上一致；1 有结果不同；2 用法错误；3 什么都没有运行；4 还有没运行的；\n"
        "`run`：程序自己的退出码。\n"
        "找到的内容写到标准输出，其余写到标准错误。\n"
        "环境变量：FAULTBOOK_LANG=zh 语言；FAULTBOOK_INDEX=文件 其他站点的 lookup.json；\n"
        "FAULTBOOK=0 traceback 下不附地址；NO_COLOR；FORCE_HYPERLINK=0|1。"
    ),
    "such as cudaErrorIllegalAddress, torch.OutOfMemoryError, 700, xid-79, pytorch/cuda-out-of-memory": (
        "例如 cudaErrorIllegalAddress、torch.OutOfMemoryError、700、xid-79、pytorch/cuda-out-of-memory"
    ),
    "the text (several words are joined), or a file with it; - reads standard input, and passes a pipe on to standard "
    "error as it comes": (
        "文本（多个词会连起来），或含有文本的文件；- 表示读标准输入，来自管道的内容会同时写到标准错误"
    ),
    "only print the address": "只显示地址",
    "print JSON": "输出 JSON",
    "the language, such as en or zh; default: that of the locale": "语言，如 en 或 zh；默认取自系统区域设置",
    "usage: faultbook run FILE [ARGUMENT ...]\n"
    "       faultbook run -m MODULE [ARGUMENT ...]\n\n"
    "Run a program as Python itself would. An uncaught GPU error gets one line with the address of its page under\n"
    "its traceback; FAULTBOOK=0 turns that off. The exit status is the program's own.": (
        "用法：faultbook run 文件 [参数 ...]\n"
        "      faultbook run -m 模块 [参数 ...]\n\n"
        "像 Python 自己那样运行程序。未捕获的 GPU 报错会在 traceback 下附上一行页面地址；\n"
        "FAULTBOOK=0 可关闭。退出码是程序自己的。"
    ),
    # faultbook verify
    "run an entry's programs on this machine, and write what they did into a file for an issue": (
        "在这台机器上运行一个条目的程序，并把结果写成可以附在 issue 里的文件"
    ),
    "what has the frameworks: an interpreter, an environment's folder, or a conda environment": (
        "装有框架的环境：解释器、环境目录或 conda 环境"
    ),
    "the file; default: one named after entry and machine": "结果文件；默认按条目和机器命名",
    "run without asking": "不询问，直接运行",
    "start no program after so many minutes": "超过这么多分钟后不再启动程序",
    "run on a GPU that something else uses, and record that nobody watched its memory": (
        "即使 GPU 正被别的程序使用也运行，并记录显存没有被监视"
    ),
    "this faultbook carries no programs: {place} is missing. Install the wheel with pip; a checkout "
    "makes one with `make wheel`": (
        "这个 faultbook 里没有程序：缺少 {place}。请用 pip 安装 wheel，在源码里可用 `make wheel` 生成"
    ),
    "this faultbook has no program of {entry} that a reader's machine can run": (
        "这个 faultbook 里没有 {entry} 的、读者的机器能运行的程序"
    ),
    "programs run on Linux only": "程序只能在 Linux 上运行",
    "'{name}' is not an interpreter: name a path, an environment's folder, a command, or a conda environment": (
        "“{name}”不是解释器：请给出路径、环境目录、命令或 conda 环境的名称"
    ),
    "'{name}' is not Python 3.9 or later": "“{name}”不是 Python 3.9 或更新的版本",
    "{used} of {count} GPUs": "{count} 块 GPU 中的 {used} 块",
    "no Python here can run programs: name the one that has the frameworks with --python": (
        "这里没有能运行程序的 Python：请用 --python 指定装有框架的那个"
    ),
    "every GPU is in use by something else ({used} MiB): wait until one is free, or take --shared-gpu": (
        "每块 GPU 都正被别的程序使用（{used} MiB）：请等到有一块空闲，或加上 --shared-gpu"
    ),
    "Asking the Pythons here which frameworks they have …": "正在查看这里的各个 Python 装有哪些框架……",
    "{count} of the {total} programs of {entry} can run here; they take about {time}.": (
        "{entry} 的 {total} 个程序里有 {count} 个能在这里运行，大约需要 {time}。"
    ),
    "with {python}\non {gpu}; the file will be {path}": "所用的 Python：{python}\n运行于：{gpu}；结果文件：{path}",
    "They fill the memory of a GPU and cause errors on it, on purpose, each in a process of its own. Other programs on "
    "that GPU can fail meanwhile or become slower. Where the kernel allows, they have no network and can write only "
    "into a folder that is deleted afterwards. Nothing is sent anywhere.": (
        "它们会有意占满一块 GPU 的显存并在上面引发错误，每个程序都在自己的进程里。"
        "这期间，同一块 GPU 上的其他程序可能失败或变慢。"
        "只要内核允许，它们就没有网络，并且只能写入一个事后删除的目录。不会向任何地方发送任何内容。"
    ),
    "Run them? [y/N] ": "运行吗？[y/N] ",
    "there is no terminal to ask on: add --yes to run them": "没有可以询问的终端：要运行请加上 --yes",
    "nothing was run": "什么都没有运行",
    "none of the programs of {entry} can run with {python}: they need {what}": (
        "{entry} 的程序都不能用 {python} 运行：还需要 {what}"
    ),
    "--python names another interpreter": "可以用 --python 指定另一个解释器",
    "{path} exists already: delete it, or name another file with --out": (
        "{path} 已经存在：请删除它，或用 --out 指定另一个文件"
    ),
    "{path} cannot be written ({reason}): name another file with --out": (
        "无法写入 {path}（{reason}）：请用 --out 指定另一个文件"
    ),
    "{name} is not an entry; name one of those that show it: {entries}": (
        "{name} 不是条目；请给出会出现它的条目之一：{entries}"
    ),
    "{name} is not an entry, and no entry shows it": "{name} 不是条目，也没有条目会出现它",
    "Written: {path}. It holds versions, the GPU's name and what the programs printed: read it, then": (
        "已写入 {path}。其中有各个版本、GPU 的名称和程序打印的内容：请先看一遍，然后"
    ),
    "attach it to an issue: {address}": "附在一个 issue 里：{address}",
    "give it to whoever keeps {address}": "交给 {address} 的维护者",
    "{count} programs have not run": "有 {count} 个程序没有运行",
    "no evidence": "不构成证据",
    "no GPU": "无 GPU",
    "as stated": "与所述一致",
    "otherwise": "结果不同",
    "cannot run here (needs {what})": "不能在这里运行（需要{what}）",
    "claim": "说法",
    "here": "这里",
    "on the site": "网站上",
    "reproduced": "已复现",
    "not reproduced": "未能复现",
    "ran clean": "运行通过",
    "ran, but shows no cure": "跑通，但不能说明有效",
    "ran, but where the error does not occur": "运行通过，但这个环境里本来就不会出这个错",
    "did not work": "没有奏效",
    "still fails, as said": "如所述，仍然失败",
    "not as said": "与所述不符",
    "runs, and shows that it does not help": "能运行，但证明它没有用",
    "upheld": "成立",
    "refuted": "不成立",
    "flaky": "结果不稳定",
    "must be run again": "需要重新运行",
    "ran into its fences": "触发了隔离限制",
    "the run itself failed": "运行过程本身出错",
    "not run": "未运行",
    "says nothing of these versions": "未涉及这些版本",
    "a GPU": "GPU",
    "two GPUs": "两块 GPU",
    "a C compiler (cc) in /usr/local/bin, /usr/bin, /bin": "/usr/local/bin、/usr/bin 或 /bin 里的 C 编译器（cc）",
    "a PyTorch built with CUDA": "带 CUDA 的 PyTorch",
    "a CPU build of PyTorch": "PyTorch 的 CPU 版",
    "a TensorFlow built with CUDA": "带 CUDA 的 TensorFlow",
    "a machine without a driver": "没有驱动的机器",
    "a simulated driver": "模拟驱动",
    "serve look-ups to agents and editors over the Model Context Protocol, on standard input and output": (
        "通过 Model Context Protocol（标准输入输出）为智能体和编辑器提供查询"
    ),
    "serve streamable HTTP at this address instead, below /mcp": "改为在这个地址上提供 streamable HTTP，路径为 /mcp",
    "`faultbook mcp` needs the Python SDK of MCP ({reason}): pip install 'faultbook[mcp]'": (
        "`faultbook mcp` 需要 MCP 的 Python SDK（{reason}）：pip install 'faultbook[mcp]'"
    ),
    "No entry has these words.": "没有词条包含这些词。",
    "No false statement or fix without effect is known here about this.": "这里没有与此相关的错误说法或无效做法。",
    "Which one is yours?": "你遇到的是哪一种？",
    "What does not help, and what is not so": "没有用的做法和不成立的说法",
    "look at this machine: driver, libraries, frameworks, limits, and the errors whose signs it shows": (
        "检查这台机器：驱动、库、框架、限制，以及已经出现征兆的错误"
    ),
    "Nothing was found wrong.": "没有发现问题。",
    "Found, that first which the others may follow from:": "发现以下问题，排在前面的可能是后面几个的原因：",
    "Not wrong by itself, but known for:": "本身不算错，但已知会引发：",
}
