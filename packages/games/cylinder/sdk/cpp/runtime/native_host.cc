// The process that native players live in: frames on standard input and output (packages/runtime/native/port.ts writes the
// other side).
//   referee → player   kind (0 load, 1 start, 2 round), seat, bytes that follow, then the library's path or an image
// All numbers are 32 bits, little-endian. The answer is a line of text: `0` and the numbers of the answer, `1` and how the
// player crashed, `2` if it ran out of time, `3` if it was refused memory. Before it, `budget` asks how many seconds are left;
// the reply is `budget LEFT WHOLE`. In a plain match one process serves all native seats: the originals ran all players in one
// process, where those of the same file share its globals, and all of them the generator of rand().
// What a player prints goes to standard error, what it reads is empty.
#include <algorithm>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/time.h>
#include <sys/types.h>
#include <unistd.h>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

using namespace std;

namespace {

int from_referee = 0, to_referee = 1;

/** Before anything of the player runs: its cout must not reach the referee, nor its cin take the referee's frames. */
__attribute__((constructor(101))) void keep_channels() {
  from_referee = fcntl(0, F_DUPFD_CLOEXEC, 100);
  to_referee = fcntl(1, F_DUPFD_CLOEXEC, 100);
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0) dup2(nothing, 0);
  if (nothing > 0) close(nothing);
  dup2(2, 1);
}

bool read_all(void* buffer, size_t size) {
  for (char* at = static_cast<char*>(buffer); size > 0;) {
    const ssize_t got = read(from_referee, at, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= got;
  }
  return true;
}

void write_all(const void* buffer, size_t size) {
  for (const char* at = static_cast<const char*>(buffer); size > 0;) {
    const ssize_t put = write(to_referee, at, size);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) _exit(0);
    at += put;
    size -= put;
  }
}

void leave() {
  cout.flush();
  fflush(stdout);
  _exit(0);
}

/** The budget's share that was left at the start of the round; above 1: nothing is counted. */
double left_at_start = 2;
bool asked_this_round = false;
bool timing = false;

/** A crash of one seat must not take along the others that live here: it jumps back to where the frame is answered. */
sigjmp_buf way_out;
volatile sig_atomic_t playing = 0;
char last_words[300];

void on_signal(int signal) {
  if (!playing) {
    if (signal == SIGPROF) return;
    _exit(128 + signal);
  }
  const char* name = signal == SIGSEGV   ? "a segmentation fault"
                     : signal == SIGABRT ? "an abort"
                     : signal == SIGFPE  ? "an arithmetic error such as a division by zero"
                     : signal == SIGBUS  ? "a bus error"
                     : signal == SIGPROF ? "no answer within the time of a round"
                                         : "an illegal instruction";
  strcpy(last_words, name);
  siglongjmp(way_out, signal == SIGPROF ? 2 : 1);
}

void catch_signals() {
  static char stack[1 << 16];
  stack_t alternate = stack_t();
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  sigaltstack(&alternate, 0);
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  const int signals[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGPROF};
  for (int signal : signals) sigaction(signal, &action, 0);
  signal(SIGPIPE, SIG_IGN);
}

/** Processor seconds that one call may take before it is broken off; 0: no limit. */
int seconds_a_call = 0;

void set_alarm(int seconds) {
  if (seconds_a_call == 0) return;
  itimerval timer = {};
  timer.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &timer, 0);
}

/** What a player's library exports (native_player.cc). */
struct Seat {
  void* (*make)(const unsigned char*);
  double (*load)(void*, const unsigned char*);
  void (*play)(void*);
  const int* (*answer)(void*, int*);
  void* player;
};
Seat seats[64];

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != 0;
}

bool open_library(Seat& seat, const vector<unsigned char>& path) {
  void* library = dlopen(string(path.begin(), path.end()).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library && find(library, "ludus_make", seat.make) && find(library, "ludus_load", seat.load) &&
      find(library, "ludus_play", seat.play) && find(library, "ludus_answer", seat.answer))
    return true;
  const char* error = library ? "it is not a player" : dlerror();
  snprintf(last_words, sizeof last_words, "the library cannot be loaded: %s", error ? error : "unknown");
  return false;
}

/** Serves one frame: 0 done, else how it ended, with its last words. */
int serve(int kind, int number, const vector<unsigned char>& payload, const int*& answer, int& words) {
  Seat& seat = seats[number];
  words = 0;
  playing = 1;
  if (const int end = sigsetjmp(way_out, 1)) {
    playing = 0;
    return end;
  }
  set_alarm(seconds_a_call);
  bool done = false;
  try {
    if (kind == 0) {
      done = open_library(seat, payload);
    } else if (kind == 1) {
      seat.player = seat.make ? seat.make(payload.data()) : 0;
      done = seat.player != 0;
      if (!done) strcpy(last_words, "this program was built for another game or another version");
    } else if (seat.player) {
      asked_this_round = false;
      left_at_start = seat.load(seat.player, payload.data());
      seat.play(seat.player);
      answer = seat.answer(seat.player, &words);
      done = true;
    }
  } catch (const std::bad_alloc&) {
    playing = 0;
    set_alarm(0);
    strcpy(last_words, "no memory");
    return 3;
  } catch (const std::exception& error) {
    snprintf(last_words, sizeof last_words, "an uncaught exception: %s", error.what());
  } catch (...) {
    strcpy(last_words, "an uncaught exception");
  }
  playing = 0;
  set_alarm(0);
  return done ? 0 : 1;
}

/** `--time FILE`: serves the frames of a file as fast as it can; prints the nanoseconds in them and a sum of the answers. */
int time_frames(const char* file) {
  timing = true;
  from_referee = open(file, O_RDONLY);
  int head[3];
  vector<unsigned char> payload;
  long long spent = 0;
  unsigned sum = 0;
  while (read_all(head, sizeof head)) {
    payload.resize(head[2]);
    if (!read_all(payload.data(), payload.size())) return 2;
    const int* answer = 0;
    int words = 0;
    timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    if (serve(head[0], head[1], payload, answer, words) != 0) return 1;
    clock_gettime(CLOCK_MONOTONIC, &after);
    if (head[0] == 2) spent += (after.tv_sec - before.tv_sec) * 1000000000LL + after.tv_nsec - before.tv_nsec;
    for (int i = 0; i < words; ++i) sum = (sum ^ answer[i]) * 16777619u;
  }
  char line[64];
  write_all(line, snprintf(line, sizeof line, "%lld %u\n", spent, sum));
  return 0;
}

}  // namespace

namespace {
double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}
}  // namespace

/**
 * For the players' budget_left(): the share that is left now. The referee answers only so many questions a round, and a search asks at
 * every node: it is asked once, and from there our own time is counted on.
 */
extern "C" double ludus_budget_left() {
  // Where nothing is counted the whole is left; there is nobody to ask when frames come from a file.
  if (left_at_start > 1 || timing) return 1;
  static double left, whole, then;
  if (!asked_this_round) {
    write_all("budget\n", 7);
    char reply[64];
    size_t size = 0;
    while (size < sizeof reply - 1 && read_all(reply + size, 1) && reply[size] != '\n') ++size;
    reply[size] = 0;
    if (sscanf(reply, "budget %lf %lf", &left, &whole) != 2 || whole <= 0) return 1;
    then = processor_seconds();
    asked_this_round = true;
  }
  return max(0.0, left - (processor_seconds() - then)) / whole;
}

/** A player's exit() ends its own seat, not the process. */
extern "C" void exit(int code) noexcept {
  if (playing) {
    cout.flush();
    snprintf(last_words, sizeof last_words, "it called exit(%d)", code);
    siglongjmp(way_out, 1);
  }
  _exit(code);
}

/** `host [--seconds N]`: N processor seconds are the most that one call may take. */
int main(int argc, char** argv) {
  catch_signals();
  if (argc == 3 && string(argv[1]) == "--time") _exit(time_frames(argv[2]));
  if (argc == 3 && string(argv[1]) == "--seconds") seconds_a_call = atoi(argv[2]);
  int head[3];
  vector<unsigned char> payload;
  string line;
  while (read_all(head, sizeof head)) {
    if (head[1] < 0 || head[1] >= 64 || head[2] < 0) break;
    payload.resize(head[2]);
    if (!read_all(payload.data(), payload.size())) break;
    const int* answer = 0;
    int words = 0;
    const int outcome = serve(head[0], head[1], payload, answer, words);
    cout.flush();
    line = to_string(outcome);
    if (outcome == 0) {
      for (int i = 0; i < words; ++i) line += ' ' + to_string(answer[i]);
    } else {
      line += ' ';
      for (const char* at = last_words; *at; ++at) line += *at < ' ' ? ' ' : *at;
    }
    line += '\n';
    write_all(line.data(), line.size());
    if (outcome != 0) seats[head[1]] = Seat();
  }
  leave();
}
