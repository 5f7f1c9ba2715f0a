// C++ exceptions for WebAssembly, which the libraries of wasi lack. The Itanium C++ ABI defines each function, and
// LLVM's description of exception handling for WebAssembly defines where its code calls them.
//
// A throw passes the address of a `Thrown` to the engine. A landing pad stores its index and its function's table in
// `__wasm_lpad_context`, calls `_Unwind_CallPersonality`, and branches on the resulting selector there.
#ifndef LUDUS_EXCEPTIONS_HH
#define LUDUS_EXCEPTIONS_HH

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

// Before that version, the compiler defines the tag wherever it is used.
#if __clang_major__ >= 22
__asm__(
    ".globl __cpp_exception\n"
    ".tagtype __cpp_exception i32\n"
    "__cpp_exception:\n");
#endif

namespace __cxxabiv1 {
/** The base class of the library's type information classes; the order of its functions is part of their layout. */
class __shim_type_info : public std::type_info {
 public:
  virtual ~__shim_type_info();
  virtual void noop1() const;
  virtual void noop2() const;
  /** Whether a handler of this type can catch the thrown object. Moves `object` to where the handler expects it. */
  virtual bool can_catch(const __shim_type_info* thrown, void*& object) const = 0;
};
}  // namespace __cxxabiv1
using __cxxabiv1::__shim_type_info;

namespace {

/** Precedes each thrown object. */
struct alignas(16) Thrown {
  std::type_info* type;
  /** In WebAssembly, a destructor returns its object. */
  void* (*destroy)(void*);
  /** The handler's argument. */
  void* adjusted;
  /** Number of handlers that it is in; negative while it is being rethrown. */
  int handlers;
  Thrown* next;
  void* object() { return this + 1; }
};

/** The exceptions being handled, most recent first. */
Thrown* caught = nullptr;
/** The most recently thrown exception, until a handler catches it. */
Thrown* flying = nullptr;

struct Reader {
  const uint8_t* at;
  uint32_t unsigned_number() {
    uint32_t value = 0;
    for (int shift = 0;; shift += 7) {
      const uint8_t byte = *at++;
      value |= static_cast<uint32_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }
  int32_t signed_number() {
    uint32_t value = 0;
    int shift = 0;
    uint8_t byte;
    do {
      byte = *at++;
      value |= static_cast<uint32_t>(byte & 0x7f) << shift;
      shift += 7;
    } while (byte >= 0x80);
    if (shift < 32 && (byte & 0x40)) value |= ~0u << shift;
    return static_cast<int32_t>(value);
  }
};

/** The table of a function's landing pads. */
struct Table {
  const uint8_t* types;
  const uint8_t* sites;
  const uint8_t* actions;

  explicit Table(const uint8_t* start) {
    Reader reader = {start};
    if (*reader.at++ != 0xff) reader.unsigned_number();
    types = nullptr;
    if (*reader.at++ != 0xff) {
      const uint32_t offset = reader.unsigned_number();
      types = reader.at + offset;
    }
    ++reader.at;
    const uint32_t length = reader.unsigned_number();
    sites = reader.at;
    actions = sites + length;
  }
  const __shim_type_info* type(int index) const {
    const __shim_type_info* found;
    memcpy(&found, types - 4 * index, 4);
    return found;
  }
  /** Whether the exception specification with that (negative) number allows the type. */
  bool allows(int number, const __shim_type_info* thrown, void* object) const {
    Reader reader = {types - number - 1};
    while (const uint32_t index = reader.unsigned_number()) {
      void* adjusted = object;
      if (type(static_cast<int>(index))->can_catch(thrown, adjusted)) return true;
    }
    return false;
  }
};

}  // namespace

extern "C" {

struct {
  uintptr_t landing_pad;
  const uint8_t* table;
  intptr_t selector;
} __wasm_lpad_context;

int __gxx_wasm_personality_v0(void*) { return 0; }

int _Unwind_CallPersonality(void* exception) {
  Thrown* thrown = static_cast<Thrown*>(exception);
  const __shim_type_info* type = static_cast<const __shim_type_info*>(thrown->type);
  const Table table(__wasm_lpad_context.table);
  Reader site = {table.sites};
  for (uintptr_t left = __wasm_lpad_context.landing_pad; left > 0; --left) {
    site.unsigned_number();
    site.unsigned_number();
  }
  site.unsigned_number();
  const uint32_t action = site.unsigned_number();
  __wasm_lpad_context.selector = 0;
  if (action == 0) return 0;
  Reader record = {table.actions + action - 1};
  for (;;) {
    const int32_t index = record.signed_number();
    const uint8_t* from = record.at;
    const int32_t next = record.signed_number();
    if (index > 0) {
      const __shim_type_info* handler = table.type(index);
      void* adjusted = thrown->object();
      if (!handler || handler->can_catch(type, adjusted)) {
        thrown->adjusted = adjusted;
        __wasm_lpad_context.selector = index;
        return 0;
      }
    } else if (index < 0 && !table.allows(index, type, thrown->object())) {
      thrown->adjusted = thrown->object();
      __wasm_lpad_context.selector = index;
      return 0;
    }
    if (next == 0) return 0;
    record.at = from + next;
  }
}

void* __cxa_allocate_exception(size_t size) throw() {
  Thrown* thrown = static_cast<Thrown*>(malloc(sizeof(Thrown) + size));
  if (!thrown) std::terminate();
  memset(thrown, 0, sizeof(Thrown) + size);
  return thrown->object();
}

static Thrown* header_of(void* object) { return static_cast<Thrown*>(object) - 1; }

void __cxa_free_exception(void* object) throw() { free(header_of(object)); }

__attribute__((noreturn)) void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
  Thrown* thrown = header_of(object);
  thrown->type = type;
  thrown->destroy = destroy;
  thrown->adjusted = object;
  flying = thrown;
  __builtin_wasm_throw(0, thrown);
}

void* __cxa_begin_catch(void* exception) throw() {
  Thrown* thrown = static_cast<Thrown*>(exception);
  flying = nullptr;
  thrown->handlers = (thrown->handlers < 0 ? -thrown->handlers : thrown->handlers) + 1;
  if (caught != thrown) {
    thrown->next = caught;
    caught = thrown;
  }
  return thrown->adjusted;
}

void __cxa_end_catch() {
  Thrown* thrown = caught;
  if (!thrown) return;
  if (thrown->handlers < 0) {
    // It is leaving again: its handler ends, but the object remains.
    if (++thrown->handlers == 0) caught = thrown->next;
    return;
  }
  if (--thrown->handlers > 0) return;
  caught = thrown->next;
  if (thrown->destroy) thrown->destroy(thrown->object());
  free(thrown);
}

__attribute__((noreturn)) void __cxa_rethrow() {
  if (!caught) std::terminate();
  Thrown* thrown = caught;
  thrown->handlers = -thrown->handlers;
  flying = thrown;
  __builtin_wasm_throw(0, thrown);
}

void* __cxa_get_exception_ptr(void* exception) throw() { return static_cast<Thrown*>(exception)->adjusted; }

std::type_info* __cxa_current_exception_type() { return caught ? caught->type : nullptr; }

__attribute__((noreturn)) void __cxa_call_unexpected(void*) { std::terminate(); }
}

/**
 * The exception that no handler will catch, as an object of the library's class. Null if it has a different class,
 * or if there is no such exception.
 */
static const std::exception* uncaught_object() {
  void* object = flying ? flying->object() : nullptr;
  const __shim_type_info& library = static_cast<const __shim_type_info&>(typeid(std::exception));
  if (!object || !library.can_catch(static_cast<const __shim_type_info*>(flying->type), object)) return nullptr;
  return static_cast<const std::exception*>(object);
}

#endif
