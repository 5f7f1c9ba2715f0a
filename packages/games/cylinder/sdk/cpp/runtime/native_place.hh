// The location of a player's code when it failed, as addresses in its library: the referee converts them to lines of
// its file.
#ifndef LUDUS_NATIVE_PLACE_HH
#define LUDUS_NATIVE_PLACE_HH

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <string>
#if __has_include(<execinfo.h>)
#include <execinfo.h>
#define LUDUS_HAS_FRAMES
#endif
#if defined(__linux__)
#include <ucontext.h>
#endif

namespace place {

const int MAX_FRAMES = 64, MAX_LINES = 6;
/** ` [at 1a2b,3c4d]`, the innermost first; empty if unknown. */
char text[200];
bool looking = false;

/** The first stack trace loads a library, which must not happen after memory has been corrupted. */
inline void get_ready() {
#ifdef LUDUS_HAS_FRAMES
  void* frames[1];
  backtrace(frames, 1);
#endif
}

/** The processor's address when a signal arrived. */
inline char* interrupted_at(void* context) {
#if defined(__linux__) && defined(__x86_64__)
  return reinterpret_cast<char*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__linux__) && defined(__aarch64__)
  return reinterpret_cast<char*>(static_cast<ucontext_t*>(context)->uc_mcontext.pc);
#else
  (void)context;
  return 0;
#endif
}

/** Records the frames of the library that contains `inside`. `context`: of a signal, or null. */
inline void note(void* inside, void* context) {
  text[0] = 0;
#ifdef LUDUS_HAS_FRAMES
  // Corrupted memory may also break this. Then there is no location, but the failure is reported.
  if (looking || !inside) return;
  looking = true;
  Dl_info own, of;
  void* frames[MAX_FRAMES];
  char* const stopped = context ? interrupted_at(context) : 0;
  if (dladdr(inside, &own)) {
    const int count = backtrace(frames, MAX_FRAMES);
    size_t size = 0;
    int told = 0;
    for (int i = 0; i < count && told < MAX_LINES; ++i) {
      char* at = static_cast<char*>(frames[i]);
      if (!dladdr(at, &of) || of.dli_fbase != own.dli_fbase) continue;
      // A return address usually belongs to the line after the call.
      if (at != stopped) --at;
      size += snprintf(text + size, sizeof text - size, told == 0 ? " [at %lx" : ",%lx",
                       static_cast<unsigned long>(at - static_cast<char*>(own.dli_fbase)));
      ++told;
    }
    if (told > 0) snprintf(text + size, sizeof text - size, "]");
  }
  looking = false;
#endif
}

}  // namespace place

#endif
