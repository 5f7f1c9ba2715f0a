// The players in a native player's process: loads them, asks them, and stops those that fail.
#ifndef LUDUS_NATIVE_SEATS_HH
#define LUDUS_NATIVE_SEATS_HH

#include "native_channel.hh"
#include "native_place.hh"

#include <csetjmp>
#include <csignal>
#include <cxxabi.h>
#include <cstdio>
#include <dlfcn.h>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <sys/resource.h>
#include <sys/time.h>
#include <vector>

namespace seats {

using namespace std;

/** A crash of one seat must not affect the other seats in this process: it jumps back to the code that reports it. */
sigjmp_buf way_out;
volatile sig_atomic_t playing = 0;
char last_words[600];

/** CPU time limit of one call, in seconds; 0: no limit. */
int seconds_a_call = 0;
volatile sig_atomic_t seconds_gone = 0;

/** The share of the budget left at the start of the round; above 1: nothing is counted. */
double left_at_start = 2;
bool asked_for_budget = false;
/** The current seat. */
int current = 0;

/** The library of the current seat. */
void* own_library();

/** The reason why the player aborts itself is already in `last_words`. */
bool has_said_why = false;

/**
 * Ends the player as `abort` does, so a debugger also stops there. `why` is for the message about its end
 * (wasm/crash-words.ts).
 */
[[noreturn]] void abort_because(const char* why) {
  if (playing) {
    snprintf(last_words, sizeof last_words, "%s", why);
    has_said_why = true;
  }
  abort();
}

/** The limit of the stack's growth; null if unlimited. */
char* stack_end = 0;

void find_stack_end() {
  rlimit limit;
  char here;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) stack_end = &here - limit.rlim_cur;
}

/** Whether an overflowing stack would write to this address. Nothing else is mapped that close to it. */
bool is_stack_overflow(const void* address) {
  const ptrdiff_t frames = 64 << 20, beginning = 1 << 20;
  const ptrdiff_t above = static_cast<const char*>(address) - stack_end;
  return stack_end && above < beginning && above > -frames;
}

void on_signal(int signal, siginfo_t* info, void* context) {
  if (signal == SIGPROF && (!playing || ++seconds_gone <= seconds_a_call)) return;
  if (!playing) _exit(128 + signal);
  const char* name = signal == SIGSEGV   ? is_stack_overflow(info->si_addr) ? "too deep" : "a segmentation fault"
                     : signal == SIGABRT ? "an abort"
                     : signal == SIGFPE  ? "an arithmetic error such as a division by zero"
                     : signal == SIGBUS  ? "a bus error"
                     : signal == SIGPROF ? "no answer within the time of a round"
                                         : "a trap";
  if (signal != SIGABRT || !has_said_why) strcpy(last_words, name);
  if (place::looking) place::text[0] = 0;
  else place::note(own_library(), context);
  siglongjmp(way_out, signal == SIGPROF ? channel::OUT_OF_TIME : channel::CRASHED);
}

/**
 * An uncaught exception arrives here directly, because no frame of this process catches it. So nothing has been
 * unwound, and the location is still available.
 */
[[noreturn]] void on_terminate() {
  if (!playing) _exit(128 + SIGABRT);
  int outcome = channel::CRASHED;
  place::note(own_library(), 0);
  if (exception_ptr thrown = current_exception()) {
    try {
      rethrow_exception(thrown);
    } catch (const bad_alloc&) {
      strcpy(last_words, "no memory");
      outcome = channel::OUT_OF_MEMORY;
    } catch (const exception& error) {
      snprintf(last_words, 300, "uncaught exception: %s", error.what());
    } catch (...) {
      strcpy(last_words, "uncaught exception");
    }
    // The exception counts as caught by this process, which must not be visible to the seats that are asked next.
    abi::__cxa_end_catch();
  } else {
    strcpy(last_words, "terminate");
  }
  siglongjmp(way_out, outcome);
}

void catch_signals() {
  find_stack_end();
  set_terminate(on_terminate);
#ifndef LUDUS_SANITIZED
  static char stack[1 << 17];
  stack_t alternate = stack_t();
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  sigaltstack(&alternate, 0);
  struct sigaction action = {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESTART | SA_SIGINFO;
  const int signals[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGPROF};
  for (int signal : signals) sigaction(signal, &action, 0);
  if (seconds_a_call > 0) {
    // Counted in seconds, so nothing must be set for each call.
    itimerval timer = {};
    timer.it_value.tv_sec = timer.it_interval.tv_sec = 1;
    setitimer(ITIMER_PROF, &timer, 0);
  }
#endif
  signal(SIGPIPE, SIG_IGN);
}

/** The exports of a player's library (native_player.cc). */
struct Seat {
  void* (*make)(const unsigned char*);
  double (*load)(void*, const unsigned char*);
  void (*play)(void*);
  const int* (*answer)(void*, int*);
  void* player;
};
Seat all[channel::MAX_SEATS];

void* own_library() { return reinterpret_cast<void*>(all[current].make); }

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != 0;
}

bool open_library(Seat& seat, const unsigned char* path, int bytes) {
  void* library = dlopen(string(path, path + bytes).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library && find(library, "ludus_make", seat.make) && find(library, "ludus_load", seat.load) &&
      find(library, "ludus_play", seat.play) && find(library, "ludus_answer", seat.answer))
    return true;
  const char* error = library ? "it is not a player" : dlerror();
  snprintf(last_words, sizeof last_words, "the library cannot be loaded: %s", error ? error : "unknown");
  return false;
}

/** Asks one seat; returns the outcome, with its answer or its last words. */
int serve(int kind, int number, const unsigned char* payload, int bytes, const int*& answer, int& words) {
  Seat& seat = all[number];
  current = number;
  words = 0;
  seconds_gone = 0;
  playing = 1;
  if (const int end = sigsetjmp(way_out, 0)) {
    playing = 0;
    return end;
  }
  bool done = false;
  place::text[0] = 0;
  place::looking = false;
  has_said_why = false;
  if (kind == channel::LOAD) {
    done = open_library(seat, payload, bytes);
  } else if (kind == channel::START) {
    seat.player = seat.make ? seat.make(payload) : 0;
    done = seat.player != 0;
    if (!done) strcpy(last_words, "this program was built for another game or another version");
  } else if (seat.player) {
    asked_for_budget = false;
    left_at_start = seat.load(seat.player, payload);
    seat.play(seat.player);
    answer = seat.answer(seat.player, &words);
    done = true;
  }
  playing = 0;
  return done ? channel::DONE : channel::CRASHED;
}

/** Asks a seat and sends the result; returns false if it failed. */
bool serve_and_send(int kind, int number, const unsigned char* payload, int bytes) {
  const int* answer = 0;
  int words = 0;
  channel::show_log(number);
  const int outcome = serve(kind, number, payload, bytes, answer, words);
  cout.flush();
  if (outcome == channel::DONE) {
    channel::send(outcome, number, answer, 4 * words);
    return true;
  }
  for (char* at = last_words; *at; ++at)
    if (*at > 0 && *at < ' ') *at = ' ';
  strncat(last_words, place::text, sizeof last_words - strlen(last_words) - 1);
  channel::send(outcome, number, last_words, strlen(last_words));
  all[number] = Seat();
  return false;
}

/**
 * A round of several seats, one after the other. The seats after a failed seat are asked again, because they see the
 * failure.
 */
bool serve_round(unsigned char* payload, int bytes) {
  int count, generator_at;
  memcpy(&count, payload, 4);
  memcpy(&generator_at, payload + 4, 4);
  if (bytes < 8 || count < 0 || count > channel::MAX_SEATS || bytes < 8 + 8 * count) return false;
  unsigned char* image = payload + 8 + 8 * count;
  for (int i = 0; i < count; ++i) {
    int number;
    memcpy(&number, payload + 8 + 8 * i, 4);
    if (number < 0 || number >= channel::MAX_SEATS) return false;
    memcpy(image + generator_at, payload + 8 + 8 * i + 4, 4);
    if (!serve_and_send(channel::ROUND, number, image, bytes - 8 - 8 * count)) return true;
  }
  return true;
}

/** Serves questions until the match is over, or the referee has ended. */
void serve_match() {
  int head[3];
  // On word boundaries, because images are read in words.
  vector<int> payload;
  while (channel::read_all(head, sizeof head)) {
    ++channel::asked;
    const int kind = head[0], number = head[1], bytes = head[2];
    if (kind == channel::OVER || number < 0 || number >= channel::MAX_SEATS || bytes < 0) break;
    payload.resize(bytes / 4 + 1);
    unsigned char* const at = reinterpret_cast<unsigned char*>(payload.data());
    if (!channel::read_all(at, bytes)) break;
    if (kind != channel::ROUNDS) serve_and_send(kind, number, at, bytes);
    else if (!serve_round(at, bytes)) break;
  }
  cout.flush();
  fflush(stdout);
  _exit(0);
}

}  // namespace seats

#endif
