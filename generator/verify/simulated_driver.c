/* A stand-in for the CUDA driver library, for machines without a GPU.

   It answers the calls that frameworks make before they look for a device, and fails every other, so that the real
   libraries print the messages that their users meet when a driver is too old, broken, or finds no device. A run
   with it says what the libraries print, never what a device does.

   Its answers are numbers (CUresult, or a version such as 12080 for CUDA 12.8). They come from a file
   `simulated-driver.txt` beside the library, one NAME=NUMBER a line, or else from the environment:

     SIMULATED_CUINIT                what cuInit answers (0: success)
     SIMULATED_DRIVER_VERSION        what cuDriverGetVersion tells (13000)
     SIMULATED_DEVICE_COUNT          how many devices there are (0); none of them can be used
     SIMULATED_DEVICE_COUNT_ANSWER   what cuDeviceGetCount answers (0: success)

   Build: cc -shared -fPIC -o libcuda.so.1 simulated_driver.c -ldl */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_DEVICE 100
#define INVALID_VALUE 1
#define NOT_FOUND 500

/* What a probe looks for: the version of this file, raised whenever an answer changes. */
int faultbook_simulated_driver(void) { return 1; }

static int from_file(const char *name, int *value) {
  Dl_info here;
  char path[4096], line[256];
  size_t length = strlen(name);
  int found = 0;
  if (!dladdr((void *)faultbook_simulated_driver, &here) || !here.dli_fname) return 0;
  const char *slash = strrchr(here.dli_fname, '/');
  int folder = slash ? (int)(slash - here.dli_fname) + 1 : 0;
  snprintf(path, sizeof path, "%.*ssimulated-driver.txt", folder, here.dli_fname);
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  while (fgets(line, sizeof line, file))
    if (!strncmp(line, name, length) && line[length] == '=') *value = atoi(line + length + 1), found = 1;
  fclose(file);
  return found;
}

static int answer(const char *name, int otherwise) {
  int value = otherwise;
  if (from_file(name, &value)) return value;
  const char *told = getenv(name);
  return told && *told ? atoi(told) : otherwise;
}

int cuInit(unsigned flags) {
  (void)flags;
  return answer("SIMULATED_CUINIT", 0);
}

int cuDriverGetVersion(int *version) {
  *version = answer("SIMULATED_DRIVER_VERSION", 13000);
  return 0;
}

int cuDeviceGetCount(int *count) {
  int initialised = cuInit(0);
  *count = answer("SIMULATED_DEVICE_COUNT", 0);
  return initialised ? initialised : answer("SIMULATED_DEVICE_COUNT_ANSWER", 0);
}

/* The names and texts that the real driver has for the answers above (cuda.h). */
static const struct { int code; const char *name, *text; } codes[] = {
  {0, "CUDA_SUCCESS", "no error"},
  {1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
  {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
  {3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
  {34, "CUDA_ERROR_STUB_LIBRARY", "CUDA driver is a stub library"},
  {46, "CUDA_ERROR_DEVICE_UNAVAILABLE", "CUDA-capable device(s) is/are busy or unavailable"},
  {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
  {101, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
  {214, "CUDA_ERROR_ECC_UNCORRECTABLE", "uncorrectable ECC error encountered"},
  {802, "CUDA_ERROR_SYSTEM_NOT_READY", "system not yet initialized"},
  {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "system has unsupported display driver / cuda driver combination"},
  {804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE",
   "forward compatibility was attempted on non supported HW"},
  {999, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

static int of_code(int code, const char **text, int wants_name) {
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    if (codes[i].code == code) {
      *text = wants_name ? codes[i].name : codes[i].text;
      return 0;
    }
  *text = NULL;
  return INVALID_VALUE;
}

int cuGetErrorString(int code, const char **text) { return of_code(code, text, 0); }
int cuGetErrorName(int code, const char **name) { return of_code(code, name, 1); }

static int anything_else(void) {
  int initialised = cuInit(0);
  return initialised ? initialised : NO_DEVICE;
}

int cuGetProcAddress(const char *name, void **found, int version, unsigned long long flags);

int cuGetProcAddress_v2(const char *name, void **found, int version, unsigned long long flags, int *status) {
  static const struct { const char *name; void *function; } answered[] = {
    {"cuInit", cuInit},
    {"cuDriverGetVersion", cuDriverGetVersion},
    {"cuDeviceGetCount", cuDeviceGetCount},
    {"cuGetErrorString", cuGetErrorString},
    {"cuGetErrorName", cuGetErrorName},
    {"cuGetProcAddress", cuGetProcAddress_v2},
    {"cuGetProcAddress_v2", cuGetProcAddress_v2},
  };
  (void)version, (void)flags;
  *found = (void *)anything_else;
  if (status) *status = 0; /* CU_GET_PROC_ADDRESS_SUCCESS */
  if (!name) return NOT_FOUND;
  for (size_t i = 0; i < sizeof answered / sizeof *answered; i++)
    if (!strcmp(name, answered[i].name)) *found = answered[i].function;
  return 0;
}

int cuGetProcAddress(const char *name, void **found, int version, unsigned long long flags) {
  return cuGetProcAddress_v2(name, found, version, flags, NULL);
}
