// Compiled with players that are separate programs: a player that crashes reports the addresses of its code on standard
// error before it dies. The referee converts the addresses to a line of the player's file.
#include <csignal>
#include <cstdio>
#include <unistd.h>
#if __has_include(<execinfo.h>) && defined(__linux__)
#include <dlfcn.h>
#include <execinfo.h>
#include <ucontext.h>

namespace {

const int MAX_FRAMES = 64, MAX_LINES = 6;
char stack[1 << 17];

char* interrupted_at(void* context) {
#if defined(__x86_64__)
  return reinterpret_cast<char*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<char*>(static_cast<ucontext_t*>(context)->uc_mcontext.pc);
#else
  return static_cast<char*>(context) - static_cast<char*>(context);
#endif
}

void on_crash(int number, siginfo_t*, void* context) {
  // Reports only one signal: a further signal ends the program.
  signal(number, SIG_DFL);
  void* frames[MAX_FRAMES];
  Dl_info own, of;
  char line[200];
  if (dladdr(reinterpret_cast<void*>(&interrupted_at), &own)) {
    const int count = backtrace(frames, MAX_FRAMES);
    char* const stopped = interrupted_at(context);
    int size = 0, told = 0;
    // Skips the innermost frame, which is this function's.
    for (int i = 1; i < count && told < MAX_LINES; ++i) {
      char* at = static_cast<char*>(frames[i]);
      if (!dladdr(at, &of) || of.dli_fbase != own.dli_fbase) continue;
      if (at != stopped) --at;
      size += snprintf(line + size, sizeof line - size, told == 0 ? "ludus: crashed [at %lx" : ",%lx",
                       static_cast<unsigned long>(at - static_cast<char*>(own.dli_fbase)));
      ++told;
    }
    if (told > 0) size += snprintf(line + size, sizeof line - size, "]\n");
    if (size > 0 && write(2, line, size) < 0) _exit(128 + number);
  }
  raise(number);
}

struct Catcher {
  Catcher() {
    void* frames[1];
    backtrace(frames, 1);
    stack_t alternate = stack_t();
    alternate.ss_sp = stack;
    alternate.ss_size = sizeof stack;
    sigaltstack(&alternate, 0);
    struct sigaction action = {};
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER;
    const int numbers[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL};
    for (int number : numbers) sigaction(number, &action, 0);
  }
} catcher;

}  // namespace
#endif
