// Where a player's own code was when it failed, as addresses in its library: the referee makes lines of its file of them.
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

const int MOST_FRAMES = 64, MOST_TOLD = 6;
/** ` [at 1a2b,3c4d]`, the innermost first; empty if nothing is known. */
char text[200];
bool looking = false;

/** The first look at a stack loads a library, which is nothing to be done where memory has just been broken. */
inline void get_ready() {
#ifdef LUDUS_HAS_FRAMES
  void* frames[1];
  backtrace(frames, 1);
#endif
}

/** Where the processor was when a signal came. */
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

/** Notes the frames of the library that `inside` is in. `context`: of a signal, or null. */
inline void note(void* inside, void* context) {
  text[0] = 0;
#ifdef LUDUS_HAS_FRAMES
  // Corrupted memory may break this as well. Then there is no place, but the failure is reported.
  if (looking || !inside) return;
  looking = true;
  Dl_info own, of;
  void* frames[MOST_FRAMES];
  char* const stopped = context ? interrupted_at(context) : 0;
  if (dladdr(inside, &own)) {
    const int count = backtrace(frames, MOST_FRAMES);
    size_t size = 0;
    int told = 0;
    for (int i = 0; i < count && told < MOST_TOLD; ++i) {
      char* at = static_cast<char*>(frames[i]);
      if (!dladdr(at, &of) || of.dli_fbase != own.dli_fbase) continue;
      // Where a call returns to is the line behind it, mostly.
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
