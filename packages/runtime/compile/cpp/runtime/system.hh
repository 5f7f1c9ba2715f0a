// The system interface of a player compiled to WebAssembly: clocks, random numbers, and program ends. For only one
// source, which must have included the standard headers, and declared `ludus_seconds`. There is no clock: time is the
// player's computation.
extern "C" {
int clock_gettime(clockid_t, struct timespec* now) {
  const double seconds = ludus_seconds();
  now->tv_sec = static_cast<time_t>(seconds);
  now->tv_nsec = static_cast<long>((seconds - static_cast<double>(now->tv_sec)) * 1e9);
  return 0;
}
int gettimeofday(struct timeval* now, void*) {
  const double seconds = ludus_seconds();
  now->tv_sec = static_cast<time_t>(seconds);
  now->tv_usec = static_cast<suseconds_t>((seconds - static_cast<double>(now->tv_sec)) * 1e6);
  return 0;
}
time_t time(time_t* now) {
  const time_t seconds = static_cast<time_t>(ludus_seconds());
  if (now) *now = seconds;
  return seconds;
}
clock_t clock() { return static_cast<clock_t>(ludus_seconds() * CLOCKS_PER_SEC); }
int getrusage(int, struct rusage* usage) {
  memset(usage, 0, sizeof *usage);
  return gettimeofday(&usage->ru_utime, nullptr);
}
/** There is no other process; players use it as a seed. */
pid_t getpid() { return 1; }

// The generator of rand() is the one of the originals' system: an additive generator over 31 numbers.
static unsigned numbers[31];
static int at = -1;

static unsigned next_number() {
  at = (at + 1) % 31;
  return numbers[at] += numbers[(at + 28) % 31];
}
void srand(unsigned seed) {
  int number = seed == 0 ? 1 : static_cast<int>(seed);
  for (int i = 0; i < 31; ++i) {
    numbers[i] = static_cast<unsigned>(number);
    number = static_cast<int>(16807LL * (number % 127773) - 2836LL * (number / 127773));
    if (number < 0) number += 2147483647;
  }
  at = 2;
  for (int i = 0; i < 310; ++i) next_number();
}
int rand() {
  if (at < 0) srand(1);
  return static_cast<int>(next_number() >> 1);
}
void srandom(unsigned seed) { srand(seed); }
long random() { return rand(); }

// Each function ends the player with a trap, which freezes it, while the match continues. The text written before is
// for the message about its end (wasm/crash-words.ts).
__attribute__((noreturn)) static void end_with(const char* words) {
  cout.flush();
  cerr << words << endl;
  __builtin_trap();
}
__attribute__((noreturn)) void exit(int code) {
  char words[32];
  snprintf(words, sizeof words, "exit(%d)", code);
  end_with(words);
}
__attribute__((noreturn)) void abort() { end_with("an abort"); }
__attribute__((noreturn)) void __cxa_pure_virtual() { end_with("pure virtual function"); }
__attribute__((noreturn)) void __cxa_deleted_virtual() { end_with("a call of a deleted function"); }
__attribute__((noreturn)) void __assert_fail(const char* condition, const char* file, int line, const char* function) {
  cerr << "Assertion failed: " << condition << " (" << file << ": " << function << ": " << line << ")" << endl;
  __builtin_trap();
}
}

static const std::terminate_handler default_handler = std::set_terminate([] {
#ifdef __cpp_exceptions
  if (flying) {
    const std::exception* const error = uncaught_object();
    cerr << "uncaught exception" << (error ? string(": ") + error->what() : "") << endl;
    __builtin_trap();
  }
#endif
  end_with("terminate");
});
