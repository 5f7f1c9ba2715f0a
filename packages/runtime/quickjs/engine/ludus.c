/*
 * The interface between the referee and QuickJS: a player's module and the SDK's are passed as text, boards as bytes,
 * and answers are returned. It is compiled together with QuickJS (build.sh), as one file, because it reads the engine's
 * frames.
 */
#include <stddef.h>
size_t malloc_usable_size(void *memory);
#include "quickjs.c"
#undef malloc
#undef free
#include "ludus_grid.h"

#define EXPORT(name) __attribute__((export_name(name)))
#define IMPORT(name) __attribute__((import_module("ludus"), import_name(name)))

/** Writes a line to the player's log, or draws a shape, given as JSON. */
IMPORT("log") void host_log(const char *text, int length);
IMPORT("draw") void host_draw(const char *text, int length);
/** Seconds of fuel used in this match. */
IMPORT("seconds") double host_seconds(void);

/** Players have no clock: it is always noon of the first day of 2000, in UTC. */
#define NOON 946728000
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  now->tv_sec = NOON;
  now->tv_usec = 0;
  return 0;
}
struct tm *localtime_r(const time_t *restrict time, struct tm *restrict into) {
  (void)time;
  memset(into, 0, sizeof *into);
  return into;
}

static JSRuntime *runtime;
static JSContext *context;
/** Bytes from the referee; JavaScript sees them as one ArrayBuffer. */
static uint8_t *buffer;
static uint32_t buffer_size;
static JSValue buffer_object = JS_UNDEFINED;
static JSValue guest_start = JS_UNDEFINED, guest_open = JS_UNDEFINED, guest_play = JS_UNDEFINED;
/** The current answer, kept until the next one. */
static JSValue answer = JS_UNDEFINED;
/** Address and number of the bytes for the referee. */
static struct {
  const void *at;
  uint32_t length;
} result;
/** A module's text, which is compiled on import. */
typedef struct Source {
  struct Source *next;
  char *name;
  char *text;
  size_t length;
  /** Its name in frames. */
  JSAtom file;
} Source;
static Source *sources;

/** A file of the player; NULL for the SDK's modules, and for code run by `eval`. */
static const Source *own_file(JSAtom file) {
  for (const Source *source = sources; source; source = source->next)
    if (source->file == file) return strncmp(source->name, "ludus/", 6) == 0 ? NULL : source;
  return NULL;
}

static char text[4096];
static void say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  result.at = text;
  result.length = strlen(text);
}

/**
 * The player's location in its files, `Mine.ts:12:7`: the innermost of its frames. Allocates nothing, so it may follow
 * any crash.
 */
static int place(char *into, size_t size) {
  for (JSStackFrame *frame = runtime->current_stack_frame; frame; frame = frame->prev_frame) {
    if (JS_VALUE_GET_TAG(frame->cur_func) != JS_TAG_OBJECT) continue;
    JSObject *function = JS_VALUE_GET_OBJ(frame->cur_func);
    if (!js_class_has_bytecode(function->class_id)) continue;
    JSFunctionBytecode *code = function->u.func.function_bytecode;
    const Source *file = code->has_debug ? own_file(code->debug.filename) : NULL;
    if (!file) continue;
    int column = 0;
    const int line = find_line_num(context, code, frame->cur_pc - code->byte_code_buf - 1, &column);
    snprintf(into, size, "%s:%d:%d", file->name, line, column);
    return 1;
  }
  if (size > 0) into[0] = 0;
  return 0;
}

/** Where a non-error value was thrown; such values have no stack. */
static char thrown_at[300];
static void ludus_note_throw(void) {
  char here[sizeof thrown_at];
  if (place(here, sizeof here)) memcpy(thrown_at, here, sizeof here);
}

static char *property(JSValueConst object, const char *name, char *into, size_t size) {
  JSValue value = JS_GetPropertyStr(context, object, name);
  const char *found = JS_IsException(value) || JS_IsUndefined(value) ? NULL : JS_ToCString(context, value);
  if (!found) JS_FreeValue(context, JS_GetException(context));
  snprintf(into, size, "%s", found ? found : "");
  if (found) JS_FreeCString(context, found);
  JS_FreeValue(context, value);
  return into;
}

/** Reports an error: its description on the first line, its location on the others. */
static void tell(JSValue error) {
  static char name[128], message[1024], stack[2048];
  if (JS_IsError(context, error)) {
    property(error, "name", name, sizeof name);
    property(error, "message", message, sizeof message);
    property(error, "stack", stack, sizeof stack);
    for (char *at = message; *at; at++)
      if (*at == '\n') *at = ' ';
    say("%s%s%s\n%s", name, *name && *message ? ": " : "", message, stack);
  } else {
    const char *found = JS_ToCString(context, error);
    if (!found) JS_FreeValue(context, JS_GetException(context));
    snprintf(message, sizeof message, "%s", found ? found : "something that cannot be shown");
    if (found) JS_FreeCString(context, found);
    for (char *at = message; *at; at++)
      if (*at == '\n') *at = ' ';
    say("%s\n    at %s", message, thrown_at);
  }
  JS_FreeValue(context, error);
}

static void run_jobs(void) {
  JSContext *ran;
  int state;
  while ((state = JS_ExecutePendingJob(runtime, &ran)) != 0)
    if (state < 0) JS_FreeValue(ran, JS_GetException(ran));
}

static JSValue print(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv, int magic) {
  (void)self;
  size_t length;
  const char *line = JS_ToCStringLen(ctx, &length, argc > 0 ? argv[0] : JS_UNDEFINED);
  if (!line) return JS_EXCEPTION;
  if (magic == 0) host_log(line, length);
  else host_draw(line, length);
  JS_FreeCString(ctx, line);
  return JS_UNDEFINED;
}

static JSValue seconds(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv) {
  (void)self, (void)argc, (void)argv;
  return JS_NewFloat64(ctx, host_seconds());
}

/** An array of numbers of that kind, and its length; NULL if it is not one. */
static void *numbers_of(JSValueConst value, int class_id, uint32_t *count) {
  JSObject *object = JS_VALUE_GET_TAG(value) == JS_TAG_OBJECT ? JS_VALUE_GET_OBJ(value) : NULL;
  *count = object && object->class_id == class_id ? object->u.array.count : 0;
  return *count ? object->u.array.u.ptr : NULL;
}

/** A 32-bit integer, or −1 for any other value. Calls no object. */
static int32_t whole(JSValueConst value) {
  if (JS_VALUE_GET_TAG(value) == JS_TAG_INT) return JS_VALUE_GET_INT(value);
  if (!JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(value))) return -1;
  const double number = JS_VALUE_GET_FLOAT64(value);
  return number >= 0 && number <= INT32_MAX && number == (int32_t)number ? (int32_t)number : -1;
}

enum { DISTANCES = SEARCH_DISTANCES, REACHABLE = SEARCH_REACHABLE, DANGER = SEARCH_DANGER };

/**
 * A search over a board: its cells (non-zero ones are blocked), columns, GRID_COLUMNS_WRAP and GRID_ROWS_WRAP, the
 * start cells, an array for the result with one entry per cell, and a step limit. For reachable cells, it returns their
 * number.
 */
static JSValue grid(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv, int kind) {
  (void)self, (void)argc;
  uint32_t cells, begins, room;
  const uint8_t *cell = numbers_of(argv[0], JS_CLASS_UINT8_ARRAY, &cells);
  const int32_t columns = whole(argv[1]), wraps = whole(argv[2]);
  const int32_t *begin = numbers_of(argv[3], JS_CLASS_INT32_ARRAY, &begins);
  int32_t *into = numbers_of(argv[4], JS_CLASS_INT32_ARRAY, &room);
  const int32_t steps = kind == DISTANCES ? INT32_MAX - 1 : whole(argv[5]);
  if (cells == 0 || cells > GRID_CELLS || columns <= 0 || cells % columns != 0 || room != cells || wraps < 0 || steps < 0 || steps == INT32_MAX)
    return JS_ThrowRangeError(ctx, "it is no board that can be searched");
  for (uint32_t at = 0; at < begins; at++)
    if (begin[at] < 0 || begin[at] >= cells) return JS_ThrowRangeError(ctx, "a search begins in a cell of the board");
  // The result is written at the end, so arrays may share their bytes.
  Grid grid = {.unseen = GRID_UNSEEN, .blocked = GRID_BLOCKED, .joined = GRID_JOINED};
  if (!grid_make(&grid, cells / columns, columns, wraps)) return JS_ThrowOutOfMemory(ctx);
  for (int32_t row = 0; row < grid.rows; row++) {
    int32_t *at = grid_row(&grid, row), *const end = at + columns;
    for (; at < end; at++) *at = *cell++ ? GRID_BLOCKED : GRID_UNSEEN;
  }
  int done = 1;
  if (kind == DANGER) {
    int32_t *count = calloc((size_t)(grid.rows + 2) * grid.width, sizeof(int32_t));
    done = count != NULL;
    for (uint32_t at = 0; done && at < begins; at++) grid_count(&grid, begin[at], steps, count);
    if (done) grid_pack(&grid, count, into);
    free(count);
  } else {
    for (uint32_t at = 0; at < begins; at++) grid_begin(&grid, begin[at], 0);
    grid_search(&grid, steps);
    if (kind == REACHABLE) done = grid_list(&grid, into);
    else
      for (int32_t row = 0; row < grid.rows; row++) {
        const int32_t *at = grid_row(&grid, row), *const end = at + columns;
        for (; at < end; at++) *into++ = *at < 0 ? -1 : *at;
      }
  }
  grid_free(&grid);
  return done ? JS_NewInt32(ctx, grid.found) : JS_ThrowOutOfMemory(ctx);
}

/**
 * A search over a cylinder: kind, cells, columns, window, round, sources, an array for the result, and a limit of
 * rounds.
 */
static JSValue cylinder(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv) {
  (void)self, (void)argc;
  uint32_t cells, begins, room;
  const int32_t kind = whole(argv[0]);
  const uint8_t *cell = numbers_of(argv[1], JS_CLASS_UINT8_ARRAY, &cells);
  const int32_t columns = whole(argv[2]), window = whole(argv[3]), round = whole(argv[4]);
  const int32_t *begin = numbers_of(argv[5], JS_CLASS_INT32_ARRAY, &begins);
  int32_t *into = numbers_of(argv[6], JS_CLASS_INT32_ARRAY, &room);
  const int32_t rounds = whole(argv[7]);
  if (kind < DISTANCES || kind > DANGER || cells == 0 || cells > GRID_CELLS / 2 || columns <= 0 || cells % columns != 0 || window <= 0 ||
      window > columns || round < 0 || room != cells || rounds < 0)
    return JS_ThrowRangeError(ctx, "it is no board that can be searched");
  for (uint32_t at = 0; at < begins; at++)
    if (begin[at] < 0 || begin[at] >= cells) return JS_ThrowRangeError(ctx, "a search begins in a cell of the board");
  int32_t *found = malloc(sizeof(int32_t) * cells), *from = malloc(sizeof(int32_t) * (begins + 1)), result = -1;
  if (found && from) {
    // Copies, because the arrays may share their bytes.
    if (begins) memcpy(from, begin, sizeof(int32_t) * begins);
    const Cylinder board = {.columns = columns, .window = window, .first = round % columns};
    result = cylinder_find(cell, cells, board, from, begins, rounds, kind, found);
    if (result > 0) memcpy(into, found, sizeof(int32_t) * result);
  }
  free(found);
  free(from);
  return result < 0 ? JS_ThrowOutOfMemory(ctx) : JS_NewInt32(ctx, result);
}

static const JSCFunctionListEntry HOST[] = {
  JS_CFUNC_DEF("window", 8, cylinder),
  JS_CFUNC_MAGIC_DEF("distances", 6, grid, DISTANCES),
  JS_CFUNC_MAGIC_DEF("reachable", 6, grid, REACHABLE),
  JS_CFUNC_MAGIC_DEF("danger", 6, grid, DANGER),
  JS_CFUNC_MAGIC_DEF("log", 1, print, 0),
  JS_CFUNC_MAGIC_DEF("draw", 1, print, 1),
  JS_CFUNC_DEF("seconds", 0, seconds),
};

static JSModuleDef *load(JSContext *ctx, const char *name, void *opaque) {
  (void)opaque;
  for (Source *source = sources; source; source = source->next) {
    if (strcmp(source->name, name) != 0) continue;
    JSValue compiled = JS_Eval(ctx, source->text, source->length, name, JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY);
    if (JS_IsException(compiled)) return NULL;
    JSModuleDef *module = JS_VALUE_GET_PTR(compiled);
    JS_FreeValue(ctx, compiled);
    return module;
  }
  JS_ThrowReferenceError(ctx, "ludus-import:%s", name);
  return NULL;
}

/** Names are used unchanged: `ludus/madmax`; imports between the SDK's modules keep their `./`. */
static char *normalize(JSContext *ctx, const char *from, const char *name, void *opaque) {
  (void)opaque;
  if (name[0] == '.' && name[1] == '/' && strncmp(from, "ludus/", 6) == 0) {
    char whole[256];
    snprintf(whole, sizeof whole, "ludus/%s", name + 2);
    return js_strdup(ctx, whole);
  }
  // The SDK's internal modules are private.
  if (strncmp(from, "ludus/", 6) != 0 && (name[0] == '.' || strncmp(name, "ludus/-", 7) == 0)) {
    JS_ThrowReferenceError(ctx, "ludus-import:%s", name);
    return NULL;
  }
  return js_strdup(ctx, name);
}

/**
 * Creates the engine. `memory`: bytes that JavaScript may use; `reserve`: minimum free metered stack for recursive
 * calls. Returns 1 on success.
 */
EXPORT("ludus_boot") int ludus_boot(uint32_t memory, int reserve) {
  ludus_stack_reserve = reserve;
  runtime = JS_NewRuntime();
  if (!runtime) return 0;
  JS_SetMemoryLimit(runtime, memory);
  JS_SetMaxStackSize(runtime, 1 << 20);
  JS_SetModuleLoaderFunc(runtime, normalize, load, NULL);
  context = JS_NewContext(runtime);
  if (!context) return 0;
  JSValue global = JS_GetGlobalObject(context);
  JSValue host = JS_NewObject(context);
  JS_SetPropertyFunctionList(context, host, HOST, sizeof HOST / sizeof *HOST);
  JS_SetPropertyStr(context, global, "ludusHost", host);
  JS_FreeValue(context, global);
  return 1;
}

/** A buffer in which the referee may write `size` bytes. */
EXPORT("ludus_buffer") void *ludus_buffer(uint32_t size) {
  if (size > buffer_size) {
    if (!JS_IsUndefined(buffer_object)) {
      JS_DetachArrayBuffer(context, buffer_object);
      JS_FreeValue(context, buffer_object);
      buffer_object = JS_UNDEFINED;
    }
    free(buffer);
    buffer = malloc(size);
    buffer_size = buffer ? size : 0;
  }
  return buffer;
}

/** Adds the module in the buffer: its name, of `name_length` bytes, then its text. */
EXPORT("ludus_add") int ludus_add(uint32_t name_length, uint32_t length) {
  Source *source = malloc(sizeof *source);
  if (!source || name_length > length) return 0;
  source->name = malloc(name_length + 1);
  source->length = length - name_length;
  source->text = malloc(source->length + 1);
  if (!source->name || !source->text) return 0;
  memcpy(source->name, buffer, name_length);
  source->name[name_length] = 0;
  memcpy(source->text, buffer + name_length, source->length);
  source->text[source->length] = 0;
  source->file = JS_NewAtom(context, source->name);
  source->next = sources;
  sources = source;
  return 1;
}

static int take(JSValueConst namespace, const char *name, JSValue *into) {
  *into = JS_GetPropertyStr(context, namespace, name);
  return JS_IsFunction(context, *into);
}

/** Imports a module; returns its namespace. */
static JSValue import(const char *name) {
  JSModuleDef *module = load(context, name, NULL);
  if (!module) return JS_EXCEPTION;
  JSValue promise = JS_EvalFunction(context, JS_DupValue(context, JS_MKPTR(JS_TAG_MODULE, module)));
  if (JS_IsException(promise)) return promise;
  run_jobs();
  const JSPromiseStateEnum state = JS_PromiseState(context, promise);
  JSValue outcome = JS_PromiseResult(context, promise);
  JS_FreeValue(context, promise);
  if (state == JS_PROMISE_PENDING) {
    JS_FreeValue(context, outcome);
    return JS_ThrowTypeError(context, "it waits for something that never comes");
  }
  if (state == JS_PROMISE_REJECTED) return JS_Throw(context, outcome);
  JS_FreeValue(context, outcome);
  return JS_GetModuleNamespace(context, module);
}

static int failed(void) {
  // Reporting the error may need memory that the player has used up.
  JS_SetMemoryLimit(runtime, -1);
  tell(JS_GetException(context));
  return 0;
}

/** Runs the main module, whose name is in the buffer: it exports `open`, `start`, and `play`. */
EXPORT("ludus_guest") int ludus_guest(uint32_t name_length) {
  char name[256];
  if (name_length >= sizeof name) return 0;
  memcpy(name, buffer, name_length);
  name[name_length] = 0;
  JSValue namespace = import(name);
  if (JS_IsException(namespace)) return failed();
  const int ok = take(namespace, "open", &guest_open) & take(namespace, "start", &guest_start) &
                 take(namespace, "play", &guest_play);
  JS_FreeValue(context, namespace);
  return ok;
}

/** Runs the player's module, whose name is in the buffer, and opens the player that it exports. */
EXPORT("ludus_player") int ludus_player(uint32_t name_length) {
  char name[256];
  if (name_length >= sizeof name) return 0;
  memcpy(name, buffer, name_length);
  name[name_length] = 0;
  JSValue namespace = import(name);
  if (JS_IsException(namespace)) return failed();
  JSValue opened = JS_Call(context, guest_open, JS_UNDEFINED, 1, &namespace);
  JS_FreeValue(context, namespace);
  if (JS_IsException(opened)) return failed();
  JS_FreeValue(context, opened);
  return 1;
}

static JSValue call(JSValueConst function, uint32_t length) {
  if (JS_IsUndefined(buffer_object)) {
    buffer_object = JS_NewArrayBuffer(context, buffer, buffer_size, NULL, NULL, FALSE);
    if (JS_IsException(buffer_object)) {
      buffer_object = JS_UNDEFINED;
      return JS_EXCEPTION;
    }
  }
  JSValueConst arguments[] = {buffer_object, JS_NewInt32(context, length)};
  return JS_Call(context, function, JS_UNDEFINED, 2, arguments);
}

/** The buffer contains the message before the first round. */
EXPORT("ludus_start") int ludus_start(uint32_t length) {
  JSValue value = call(guest_start, length);
  if (JS_IsException(value)) return failed();
  JS_FreeValue(context, value);
  run_jobs();
  return 1;
}

/**
 * The buffer contains the message of a round; `seed` is the source of Math.random in that round. Returns 1 if there is
 * an answer (an ArrayBuffer or text), which ludus_result returns.
 */
EXPORT("ludus_play") int ludus_play(uint32_t length, uint32_t seed) {
  uint64_t state = (seed + 1) * 0x9e3779b97f4a7c15u;
  context->random_state = state ? state : 1;
  JS_FreeValue(context, answer);
  answer = JS_UNDEFINED;
  JSValue value = call(guest_play, length);
  if (JS_IsException(value)) return failed();
  size_t size = 0;
  uint8_t *bytes = NULL;
  if (JS_IsString(value)) {
    static const char *kept;
    if (kept) JS_FreeCString(context, kept);
    kept = JS_ToCStringLen(context, &size, value);
    bytes = (uint8_t *)kept;
  } else bytes = JS_GetArrayBuffer(context, &size, value);
  answer = value;
  if (!bytes) return failed();
  run_jobs();
  result.at = bytes;
  result.length = size;
  return 1;
}

/** Two numbers: the address of the answer or of the error message, and its length. */
EXPORT("ludus_result") const void *ludus_result(void) {
  return &result;
}

/** After a crash: creates the text with the player's location in its files (`Mine.ts:12:7`), or an empty one. */
EXPORT("ludus_where") void ludus_where(void) {
  text[0] = 0;
  if (runtime && context) place(text, sizeof text);
  result.at = text;
  result.length = strlen(text);
}
