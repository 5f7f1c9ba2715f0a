/*
 * The interface between the referee and CPython. A bot's files are passed as text; its main file then runs like a
 * program, until it reads a line that has not arrived yet. The reading frame is suspended, the module returns to the
 * referee, and resumes when the line has arrived (python.patch, `ludus_waiting`). So bots that read standard input in a
 * loop run unchanged, and no bot needs a separate stack.
 */
#define PY_SSIZE_T_CLEAN
#include "Python.h"
#include "pycore_ceval.h"
#include "pycore_frame.h"
#include "pycore_import.h"
#include "pycore_interp.h"
#include "pycore_pystate.h"
#include <fcntl.h>
#include <stdarg.h>
#include <sys/select.h>
#include <time.h>

#define EXPORT(name) __attribute__((export_name(name)))
#define IMPORT(name) __attribute__((import_module("ludus"), import_name(name)))

/** Writes a line of the bot's log. */
IMPORT("log") void host_log(const char *text, int length);
/** Seconds of fuel used in this match. */
IMPORT("seconds") double host_seconds(void);

/** The result of a call that runs the bot. */
enum { ENDED = 0, WAITS = 1, FAILED = 2, LEFT = 3 };

/* ---------------------------------------------------------------- the world: a clock of fuel, and nothing else */

/** Noon of the first day of 2000, in UTC: the start time of each match. */
#define NOON 946728000

int clock_gettime(clockid_t clock, struct timespec *now) {
  const double seconds = host_seconds();
  now->tv_sec = (time_t)seconds + (clock == CLOCK_REALTIME ? NOON : 0);
  now->tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9);
  return 0;
}
int clock_getres(clockid_t clock, struct timespec *resolution) {
  (void)clock;
  resolution->tv_sec = 0;
  resolution->tv_nsec = 1;
  return 0;
}
time_t time(time_t *into) {
  const time_t now = (time_t)host_seconds() + NOON;
  if (into) *into = now;
  return now;
}
struct tm *localtime_r(const time_t *restrict when, struct tm *restrict into) { return gmtime_r(when, into); }
/** Sleeping takes no time. */
int select(int count, fd_set *restrict read, fd_set *restrict write, fd_set *restrict error, struct timeval *restrict timeout) {
  (void)count, (void)read, (void)write, (void)error, (void)timeout;
  return 0;
}
/** wasi-libc's version traps for unknown commands. */
int fcntl(int descriptor, int command, ...) {
  (void)descriptor, (void)command;
  errno = EBADF;
  return -1;
}

/** The seed of `random`, and the source of `os.urandom`: numbers of this match. */
static uint64_t entropy = 1;
int ludus_entropy(unsigned char *into, Py_ssize_t size) {
  for (Py_ssize_t at = 0; at < size; at++) {
    uint64_t mixed = entropy += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    into[at] = (unsigned char)(mixed ^ (mixed >> 31));
  }
  return 0;
}

/** About 90 ns of fuel, for a load that may miss every cache (python.patch). */
void ludus_pay_for_step(void) {
  static char nothing[1024];
  memset(nothing, 0, sizeof nothing);
  __asm__ volatile("" : : "r"(nothing) : "memory");
}

/* ---------------------------------------------------------------- standard input and output */

/** Written bytes, or bytes to read. */
typedef struct {
  char *at;
  size_t length, room;
} Bytes;

static int append(Bytes *bytes, const char *text, size_t length) {
  if (bytes->length + length > bytes->room) {
    const size_t room = 2 * (bytes->length + length) + 256;
    char *at = PyMem_RawRealloc(bytes->at, room);
    if (!at) return -1;
    bytes->at = at;
    bytes->room = room;
  }
  memcpy(bytes->at + bytes->length, text, length);
  bytes->length += length;
  return 0;
}

/** The received lines, the number of bytes read from them, and the current answer. */
static Bytes input, output, log_line;
static size_t input_read;
/** The type and line end of the awaited line. */
static int wants_bytes, wants_no_end;
/** A placeholder for that line. */
PyObject *ludus_pending;
extern int ludus_waiting, ludus_suspended;
/**
 * The program itself is running, not the code after its end: finalizers, and `__str__` of the exception that ended it.
 */
extern int ludus_may_read;

/** The next line; NULL without an error if it has not arrived yet. */
static PyObject *next_line(void) {
  const char *at = input.at + input_read;
  const size_t left = input.length - input_read;
  const char *end = left ? memchr(at, '\n', left) : NULL;
  if (!end) return NULL;
  const size_t length = end - at + 1;
  input_read += length;
  const size_t shown = wants_no_end ? length - 1 : length;
  return wants_bytes ? PyBytes_FromStringAndSize(at, shown) : PyUnicode_DecodeUTF8(at, shown, "replace");
}

static PyObject *read_line(int bytes, int no_end) {
  PyThreadState *tstate = _PyThreadState_GET();
  if (ludus_waiting) {
    ludus_waiting = 0;
    _Py_atomic_store_relaxed(&tstate->interp->ceval.eval_breaker, 0);
    PyErr_SetString(PyExc_RuntimeError, "under fuel, standard input is read line by line: with readline, input or a for loop");
    return NULL;
  }
  wants_bytes = bytes;
  wants_no_end = no_end;
  PyObject *line = next_line();
  if (line || PyErr_Occurred()) return line;
  // Only the program's chain of calls can be suspended and resumed.
  if (!ludus_may_read || !tstate->cframe->previous || tstate->cframe->previous != &tstate->root_cframe) {
    PyErr_SetString(PyExc_RuntimeError,
                    "under fuel, standard input can't be read in __init__ of a class, in a generator, or while a module is imported");
    return NULL;
  }
  ludus_waiting = 1;
  _Py_atomic_store_relaxed(&tstate->interp->ceval.eval_breaker, 1);
  Py_INCREF(ludus_pending);
  return ludus_pending;
}

typedef struct {
  PyObject_HEAD
  int descriptor, bytes;
  PyObject *buffer;
} Stream;

static PyTypeObject Input_Type, Output_Type;

static PyObject *input_readline(Stream *self, PyObject *const *arguments, Py_ssize_t count) {
  (void)arguments, (void)count;
  return read_line(self->bytes, 0);
}
static PyObject *input_next(Stream *self) { return read_line(self->bytes, 0); }
static PyObject *refuse_reading(Stream *self, PyObject *arguments) {
  (void)self, (void)arguments;
  PyErr_SetString(PyExc_RuntimeError, "under fuel, standard input is read line by line: its end comes after the match");
  return NULL;
}
static PyObject *nothing(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  (void)self, (void)arguments, (void)count, (void)names;
  Py_RETURN_NONE;
}
static PyObject *no(PyObject *self, PyObject *none) {
  (void)self, (void)none;
  Py_RETURN_FALSE;
}
static PyObject *yes(PyObject *self, PyObject *none) {
  (void)self, (void)none;
  Py_RETURN_TRUE;
}
static PyObject *stream_fileno(Stream *self, PyObject *none) {
  (void)none;
  return PyLong_FromLong(self->descriptor);
}
static PyObject *stream_enter(PyObject *self, PyObject *none) {
  (void)none;
  Py_INCREF(self);
  return self;
}
static PyObject *get_buffer(Stream *self, void *none) {
  (void)none;
  PyObject *buffer = self->buffer ? self->buffer : (PyObject *)self;
  Py_INCREF(buffer);
  return buffer;
}
static PyObject *get_text(PyObject *self, void *text) {
  (void)self;
  return PyUnicode_FromString(text);
}
static PyObject *get_false(PyObject *self, void *none) {
  (void)self, (void)none;
  Py_RETURN_FALSE;
}
static PyObject *get_name(Stream *self, void *none) {
  static const char *NAMES[] = {"<stdin>", "<stdout>", "<stderr>"};
  (void)none;
  return PyUnicode_FromString(NAMES[self->descriptor]);
}

/** Passes on whole lines of the log, and the rest when the bot stops. */
static void log_lines(int rest) {
  size_t done = 0;
  const char *end;
  while (done < log_line.length && (end = memchr(log_line.at + done, '\n', log_line.length - done))) {
    host_log(log_line.at + done, end - (log_line.at + done));
    done = end - log_line.at + 1;
  }
  if (rest && done < log_line.length) {
    host_log(log_line.at + done, log_line.length - done);
    done = log_line.length;
  }
  memmove(log_line.at, log_line.at + done, log_line.length - done);
  log_line.length -= done;
}

static PyObject *output_write(Stream *self, PyObject *value) {
  Py_ssize_t length;
  const char *text;
  Py_buffer view = {0};
  if (self->bytes) {
    if (PyObject_GetBuffer(value, &view, PyBUF_SIMPLE) < 0) return NULL;
    text = view.buf;
    length = view.len;
  } else {
    if (!PyUnicode_Check(value)) {
      PyErr_Format(PyExc_TypeError, "write() argument must be str, not %s", Py_TYPE(value)->tp_name);
      return NULL;
    }
    text = PyUnicode_AsUTF8AndSize(value, &length);
    if (!text) return NULL;
  }
  const int failed = append(self->descriptor == 1 ? &output : &log_line, text, length);
  if (self->descriptor == 2 && !failed) log_lines(0);
  const Py_ssize_t count = self->bytes ? length : PyUnicode_GET_LENGTH(value);
  if (self->bytes) PyBuffer_Release(&view);
  return failed ? PyErr_NoMemory() : PyLong_FromSsize_t(count);
}
static PyObject *output_writelines(Stream *self, PyObject *lines) {
  PyObject *iterator = PyObject_GetIter(lines), *line;
  if (!iterator) return NULL;
  while ((line = PyIter_Next(iterator))) {
    PyObject *written = output_write(self, line);
    Py_DECREF(line);
    if (!written) break;
    Py_DECREF(written);
  }
  Py_DECREF(iterator);
  if (PyErr_Occurred()) return NULL;
  Py_RETURN_NONE;
}

#define FAST (METH_FASTCALL | METH_KEYWORDS)
#define COMMON \
  {"flush", (PyCFunction)(void (*)(void))nothing, FAST, NULL}, {"close", (PyCFunction)(void (*)(void))nothing, FAST, NULL}, \
    {"reconfigure", (PyCFunction)(void (*)(void))nothing, FAST, NULL}, {"isatty", no, METH_NOARGS, NULL}, \
    {"seekable", no, METH_NOARGS, NULL}, {"fileno", (PyCFunction)stream_fileno, METH_NOARGS, NULL}, \
    {"__enter__", stream_enter, METH_NOARGS, NULL}, {"__exit__", (PyCFunction)(void (*)(void))nothing, FAST, NULL}
static PyMethodDef INPUT_METHODS[] = {
  {"readline", (PyCFunction)(void (*)(void))input_readline, METH_FASTCALL, NULL},
  {"read", (PyCFunction)refuse_reading, METH_VARARGS, NULL},
  {"readlines", (PyCFunction)refuse_reading, METH_VARARGS, NULL},
  {"readable", yes, METH_NOARGS, NULL},
  {"writable", no, METH_NOARGS, NULL},
  COMMON,
  {NULL, NULL, 0, NULL},
};
static PyMethodDef OUTPUT_METHODS[] = {
  {"write", (PyCFunction)output_write, METH_O, NULL},
  {"writelines", (PyCFunction)output_writelines, METH_O, NULL},
  {"readable", no, METH_NOARGS, NULL},
  {"writable", yes, METH_NOARGS, NULL},
  COMMON,
  {NULL, NULL, 0, NULL},
};
static PyGetSetDef STREAM_VALUES[] = {
  {"buffer", (getter)get_buffer, NULL, NULL, NULL},
  {"encoding", get_text, NULL, NULL, "utf-8"},
  {"errors", get_text, NULL, NULL, "replace"},
  {"closed", get_false, NULL, NULL, NULL},
  {"line_buffering", get_false, NULL, NULL, NULL},
  {"name", (getter)get_name, NULL, NULL, NULL},
  {NULL, NULL, NULL, NULL, NULL},
};
static PyTypeObject Input_Type = {
  PyVarObject_HEAD_INIT(NULL, 0).tp_name = "ludus.Input",
  .tp_basicsize = sizeof(Stream),
  .tp_flags = Py_TPFLAGS_DEFAULT,
  .tp_iter = PyObject_SelfIter,
  .tp_iternext = (iternextfunc)input_next,
  .tp_methods = INPUT_METHODS,
  .tp_getset = STREAM_VALUES,
};
static PyTypeObject Output_Type = {
  PyVarObject_HEAD_INIT(NULL, 0).tp_name = "ludus.Output",
  .tp_basicsize = sizeof(Stream),
  .tp_flags = Py_TPFLAGS_DEFAULT,
  .tp_methods = OUTPUT_METHODS,
  .tp_getset = STREAM_VALUES,
};
static PyTypeObject Pending_Type = {
  PyVarObject_HEAD_INIT(NULL, 0).tp_name = "ludus.Pending",
  .tp_basicsize = sizeof(PyObject),
  .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *stream(int descriptor) {
  PyTypeObject *type = descriptor == 0 ? &Input_Type : &Output_Type;
  Stream *text = PyObject_New(Stream, type), *bytes = PyObject_New(Stream, type);
  if (!text || !bytes) return NULL;
  *text = (Stream){.ob_base = text->ob_base, .descriptor = descriptor, .bytes = 0, .buffer = (PyObject *)bytes};
  *bytes = (Stream){.ob_base = bytes->ob_base, .descriptor = descriptor, .bytes = 1, .buffer = NULL};
  return (PyObject *)text;
}

/** `input`: the prompt is written like all other output. */
static PyObject *input_function(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
  (void)self;
  if (count > 1) {
    PyErr_Format(PyExc_TypeError, "input expected at most 1 argument, got %zd", count);
    return NULL;
  }
  if (count == 1) {
    PyObject *prompt = PyObject_Str(arguments[0]);
    if (!prompt) return NULL;
    Py_ssize_t length;
    const char *text = PyUnicode_AsUTF8AndSize(prompt, &length);
    const int failed = text ? append(&output, text, length) : 0;
    Py_DECREF(prompt);
    if (!text) return NULL;
    if (failed) return PyErr_NoMemory();
  }
  return read_line(0, 1);
}

/** The bot's files and the SDK's, by their paths: bytes. */
static PyObject *files;

static PyMethodDef FUNCTIONS[] = {
  {"input", (PyCFunction)(void (*)(void))input_function, METH_FASTCALL, "Reads a line."},
  {NULL, NULL, 0, NULL},
};
static struct PyModuleDef LUDUS = {PyModuleDef_HEAD_INIT, .m_name = "_ludus", .m_size = -1, .m_methods = FUNCTIONS};

static PyObject *init_ludus(void) {
  if (PyType_Ready(&Input_Type) < 0 || PyType_Ready(&Output_Type) < 0 || PyType_Ready(&Pending_Type) < 0) return NULL;
  PyObject *module = PyModule_Create(&LUDUS);
  if (!module) return NULL;
  ludus_pending = (PyObject *)PyObject_New(PyObject, &Pending_Type);
  files = PyDict_New();
  PyModule_AddObjectRef(module, "files", files);
  PyModule_AddObject(module, "stdin", stream(0));
  PyModule_AddObject(module, "stdout", stream(1));
  PyModule_AddObject(module, "stderr", stream(2));
  return module;
}

/* ---------------------------------------------------------------- the modules in C */

#define MODULES(each) \
  each(_abc) each(_ast) each(_bisect) each(_blake2) each(_codecs) each(_collections) each(_contextvars) each(_csv) each(_datetime) \
    each(_functools) each(_heapq) each(_imp) each(_io) each(_json) each(_locale) each(_md5) each(_opcode) each(_operator) \
      each(_pickle) each(_queue) each(_random) each(_sha1) each(_sha256) each(_sha3) each(_sha512) each(_signal) each(_sre) \
        each(_stat) each(_statistics) each(_string) each(_struct) each(_thread) each(_tokenize) each(_tracemalloc) each(_typing) \
          each(_weakref) each(array) each(atexit) each(binascii) each(cmath) each(errno) each(faulthandler) each(gc) \
            each(itertools) each(_ludus_grid) each(math) each(posix) each(time)
#define DECLARE(name) extern PyObject *PyInit_##name(void);
MODULES(DECLARE)
extern PyObject *PyMarshal_Init(void), *_PyWarnings_Init(void);
#define ENTRY(name) {#name, PyInit_##name},
struct _inittab _PyImport_Inittab[] = {
  MODULES(ENTRY){"marshal", PyMarshal_Init}, {"_warnings", _PyWarnings_Init}, {"_ludus", init_ludus},
  {"builtins", NULL}, {"sys", NULL}, {NULL, NULL},
};

/** The location of modules is known: they are in the engine. */
PyStatus _PyConfig_InitPathConfig(PyConfig *config, int compute) {
  (void)config, (void)compute;
  return PyStatus_Ok();
}

/** The build time and revision are omitted: the same sources give the same bytes. */
const char *Py_GetBuildInfo(void) { return "ludus"; }
const char *_Py_gitversion(void) { return ""; }
const char *_Py_gitidentifier(void) { return ""; }
int _Py_Deepfreeze_Init(void) { return 0; }
void _Py_Deepfreeze_Fini(void) {}

/* ---------------------------------------------------------------- what the referee calls */

static struct {
  /** The text of the error, or the bot's location. */
  const void *told;
  uint32_t told_length;
  /** Its standard output since the last question. */
  const void *output;
  uint32_t output_length;
} result;
static char text[4096];
static char *buffer;
static uint32_t buffer_size;
static PyObject *boot;

static void say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  result.told = text;
  result.told_length = strlen(text);
}

/** Whether it is a file of the bot. The library's and the SDK's files, and code run by `exec`, have names in `<>`. */
static const char *own_file(PyCodeObject *code) {
  const char *name = PyUnicode_Check(code->co_filename) ? PyUnicode_DATA(code->co_filename) : "<";
  return PyUnicode_IS_COMPACT_ASCII(code->co_filename) && name[0] != '<' ? name : NULL;
}

/** The innermost location in the bot's files, `Mine.py:12`. Allocates nothing, so it may follow any crash. */
static void place(void) {
  PyThreadState *tstate = _PyThreadState_GET();
  say("%s", "");
  if (!tstate || !tstate->cframe) return;
  _PyInterpreterFrame *frame = tstate->cframe->current_frame;
  for (; frame; frame = frame->previous) {
    const char *file = own_file(frame->f_code);
    if (!file) continue;
    const int line = PyCode_Addr2Line(frame->f_code, _PyInterpreterFrame_LASTI(frame) * (int)sizeof(_Py_CODEUNIT));
    say("%s:%d", file, line);
    return;
  }
}

/**
 * Reports the current error: its description on the first line, then its location. Its traceback is written to the log.
 */
static int failed(void) {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (traceback) PyException_SetTraceback(value, traceback);
  if (PyErr_GivenExceptionMatches(type, PyExc_SystemExit)) {
    PyObject *code = PyObject_GetAttrString(value, "code");
    const long status = !code || code == Py_None ? 0 : PyLong_Check(code) ? PyLong_AsLong(code) : 1;
    if (code && code != Py_None && !PyLong_Check(code)) {
      PyObject *words = PyObject_Str(code);
      const char *shown = words ? PyUnicode_AsUTF8(words) : NULL;
      if (shown) append(&log_line, shown, strlen(shown));
      log_lines(1);
    }
    PyErr_Clear();
    say("%ld", status);
    return LEFT;
  }
  static char message[1024];
  message[0] = 0;
  PyObject *words = PyObject_Str(value);
  const char *shown = words ? PyUnicode_AsUTF8(words) : NULL;
  if (shown) snprintf(message, sizeof message, "%s", shown);
  PyErr_Clear();
  for (char *at = message; *at; at++)
    if (*at == '\n') *at = ' ';
  // The bot chooses the names of its classes.
  static char name[256];
  const char *full = ((PyTypeObject *)type)->tp_name;
  const char *dot = PyType_HasFeature((PyTypeObject *)type, Py_TPFLAGS_HEAPTYPE) ? NULL : strrchr(full, '.');
  snprintf(name, sizeof name, "%s", dot ? dot + 1 : full);
  for (char *at = name; *at; at++)
    if (*at == '\n') *at = ' ';
  const char *file = NULL;
  int line = 0;
  for (PyTracebackObject *at = (PyTracebackObject *)traceback; at; at = at->tb_next) {
    const char *found = own_file(at->tb_frame->f_frame->f_code);
    if (!found) continue;
    file = found;
    line = at->tb_lineno >= 0 ? at->tb_lineno : PyCode_Addr2Line(at->tb_frame->f_frame->f_code, at->tb_lasti);
  }
  if (PyErr_GivenExceptionMatches(type, PyExc_SyntaxError)) {
    PyObject *where = PyObject_GetAttrString(value, "filename"), *row = PyObject_GetAttrString(value, "lineno");
    PyObject *plain = PyObject_GetAttrString(value, "msg");
    if (where && PyUnicode_Check(where) && row && PyLong_Check(row)) {
      file = PyUnicode_AsUTF8(where);
      line = PyLong_AsLong(row);
      if (file && file[0] == '<') file = NULL;
    }
    const char *msg = plain && PyUnicode_Check(plain) ? PyUnicode_AsUTF8(plain) : NULL;
    if (msg) snprintf(message, sizeof message, "%s", msg);
    PyErr_Clear();
  }
  if (file) say("%s%s%s\n%s:%d", name, message[0] ? ": " : "", message, file, line);
  else say("%s%s%s\n", name, message[0] ? ": " : "", message);
  Py_XDECREF(PyObject_CallMethod(boot, "report", "O", value));
  PyErr_Clear();
  log_lines(1);
  return FAILED;
}

/** Starts Python, and imports the modules that most bots use. Returns 1 on success. */
EXPORT("ludus_boot") int ludus_boot(void) {
  PyPreConfig before;
  PyPreConfig_InitIsolatedConfig(&before);
  before.utf8_mode = 1;
  before.configure_locale = 0;
  if (PyStatus_Exception(Py_PreInitialize(&before))) return 0;
  PyConfig config;
  PyConfig_InitIsolatedConfig(&config);
  config.use_hash_seed = 1;
  config.hash_seed = 0;
  config.site_import = 0;
  config.install_signal_handlers = 0;
  config.module_search_paths_set = 1;
  config.use_frozen_modules = 1;
  config.pathconfig_warnings = 0;
  static const wchar_t *nowhere = L"";
  wchar_t **paths[] = {&config.executable,  &config.base_executable, &config.prefix,      &config.base_prefix,
                       &config.exec_prefix, &config.base_exec_prefix, &config.stdlib_dir, &config.platlibdir, &config.program_name};
  for (size_t at = 0; at < sizeof paths / sizeof *paths; at++) PyConfig_SetString(&config, paths[at], nowhere);
  PyStatus status = Py_InitializeFromConfig(&config);
  if (PyStatus_Exception(status)) {
    say("%s: %s", status.func ? status.func : "?", status.err_msg ? status.err_msg : "?");
    return 0;
  }
  boot = PyImport_ImportModule("ludus_boot");
  if (!boot) failed();
  return boot != NULL;
}

/** A buffer in which the referee may write `size` bytes. */
EXPORT("ludus_buffer") void *ludus_buffer(uint32_t size) {
  if (size > buffer_size) {
    PyMem_RawFree(buffer);
    buffer = PyMem_RawMalloc(size);
    buffer_size = buffer ? size : 0;
  }
  return buffer;
}

/** Adds the file in the buffer: its path, of `name_length` bytes, then its text. */
EXPORT("ludus_add") int ludus_add(uint32_t name_length, uint32_t length) {
  if (name_length > length) return 0;
  PyObject *name = PyUnicode_DecodeUTF8(buffer, name_length, "replace");
  PyObject *contents = PyBytes_FromStringAndSize(buffer + name_length, length - name_length);
  return name && contents && PyDict_SetItem(files, name, contents) == 0;
}

/** Calls a function of ludus_boot.py with the text in the buffer. */
static PyObject *call_boot(const char *function, uint32_t length) {
  return PyObject_CallMethod(boot, function, "s#", buffer, (Py_ssize_t)length);
}

/** The buffer contains the names of modules to import before a match: modules of the SDK, one per line. */
EXPORT("ludus_prepare") int ludus_prepare(uint32_t length) {
  PyObject *done = call_boot("prepare", length);
  if (!done) failed();
  return done != NULL;
}

static int ended(PyObject *value) {
  result.output = output.at;
  result.output_length = output.length;
  if (ludus_suspended) return WAITS;
  ludus_may_read = 0;
  log_lines(1);
  if (value) return ENDED;
  return failed();
}

/** Compiles the bot's main file, whose name is in the buffer. Its files must have been added. */
EXPORT("ludus_load") int ludus_load(uint32_t length) {
  PyObject *code = call_boot("load", length);
  if (!code) return failed();
  return ENDED;
}

/** Runs the bot until it waits for a line. `seed`: the source of unseeded randomness. */
EXPORT("ludus_run") int ludus_run(uint32_t seed) {
  entropy = seed;
  PyObject *code = PyObject_CallMethod(boot, "begin", "");
  if (!code) return failed();
  PyObject *globals = PyModule_GetDict(PyImport_AddModule("__main__"));
  ludus_may_read = 1;
  return ended(PyEval_EvalCode(code, globals, globals));
}

extern PyObject *ludus_resume(PyThreadState *tstate, PyObject *line);

/** Passes the lines in the buffer to the bot, which continues with the first. */
EXPORT("ludus_feed") int ludus_feed(uint32_t length) {
  if (input_read == input.length) input_read = input.length = 0;
  output.length = 0;
  if (append(&input, buffer, length) < 0) {
    PyErr_NoMemory();
    return failed();
  }
  if (!ludus_suspended) return ENDED;
  PyObject *line = next_line();
  if (!line) return PyErr_Occurred() ? failed() : ended(NULL);
  return ended(ludus_resume(_PyThreadState_GET(), line));
}

/** Four numbers: the address and length of the error message, and the address and length of the output. */
EXPORT("ludus_result") const void *ludus_result(void) { return &result; }

/** After a crash: creates the text with the bot's location in its files (`Mine.py:12`), or an empty one. */
EXPORT("ludus_where") void ludus_where(void) {
  log_lines(1);
  place();
}
