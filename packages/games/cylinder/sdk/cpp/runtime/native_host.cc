// The process that runs native players. It is kept from match to match and loads no player itself: for each match it
// forks, and the child is the player's process, which ends with the match.
//   host --pipes QUESTIONS,ANSWERS,LOG[,LOG…] [--once] [--unheard] [--seconds N]
//                      descriptors; one log for all seats, or one for each
//   --unheard: the logs are not needed
// On standard input, each `f` requests a child. On standard output: `ready`, `forked`, and after the child's end `exit
// STATUS` or `signal NUMBER`. The referee asks the child directly (native_channel.hh), over pipes that it keeps for all
// matches. In a plain match, one process serves all native seats: the originals ran all players in one process, where
// those from the same file share its globals, and all share the generator of rand(). A player's output goes to its log,
// and its input is empty.
#include "native_seats.hh"

#include <algorithm>
#include <cstdarg>
#include <ctime>
#include <poll.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/select.h>
#include <sys/types.h>
#include <sys/wait.h>

using namespace std;

#ifdef LUDUS_SANITIZED
/** A detected error ends the player immediately; its location is in the log. */
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options() {
  return "detect_leaks=0:handle_abort=1:detect_stack_use_after_return=1:check_initialization_order=1:exitcode=1";
}
extern "C" __attribute__((visibility("default"))) const char* __ubsan_default_options() { return "print_stacktrace=1:halt_on_error=1"; }
#endif

namespace {

bool timing = false;

/**
 * `--time FILE`: serves the frames of a file as fast as possible; prints the nanoseconds of all rounds and a sum of the
 * answers. `--times FILE` prints those of each round.
 */
int time_frames(const char* file, bool each) {
  timing = true;
  channel::from_referee = open(file, O_RDONLY);
  channel::to_referee = 1;
  int head[3];
  vector<int> payload;
  long long spent = 0;
  unsigned sum = 0;
  string all;
  while (channel::read_all(head, sizeof head)) {
    payload.resize(head[2] / 4 + 1);
    unsigned char* const at = reinterpret_cast<unsigned char*>(payload.data());
    if (!channel::read_all(at, head[2])) return 2;
    const int* answer = 0;
    int words = 0;
    timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    if (seats::serve(head[0], head[1], at, head[2], answer, words) != channel::DONE) return 1;
    clock_gettime(CLOCK_MONOTONIC, &after);
    if (head[0] != channel::ROUND) continue;
    const long long took = (after.tv_sec - before.tv_sec) * 1000000000LL + after.tv_nsec - before.tv_nsec;
    spent += took;
    if (each) all += to_string(took) + '\n';
    for (int i = 0; i < words; ++i) sum = (sum ^ answer[i]) * 16777619u;
  }
  if (!each) all = to_string(spent) + ' ' + to_string(sum) + '\n';
  channel::write_all(all.data(), all.size());
  return 0;
}

void keep_pipes(const char* list) {
  int numbers[2 + channel::MAX_SEATS], count = 0;
  for (const char* at = list; *at && count < 2 + channel::MAX_SEATS; at += *at == ',') {
    // High numbers: a player that closes 3, 4 … because it assumes that it opened them does no harm.
    numbers[count++] = fcntl(atoi(at), F_DUPFD_CLOEXEC, 100);
    close(atoi(at));
    at += strcspn(at, ",");
  }
  if (count < 3) _exit(2);
  channel::from_referee = numbers[0];
  channel::to_referee = numbers[1];
  channel::log_count = count - 2;
  copy(numbers + 2, numbers + count, channel::logs);
#ifdef F_SETPIPE_SZ
  // Large boards in one piece, or in several if the system does not allow that.
  fcntl(channel::from_referee, F_SETPIPE_SZ, 1 << 20);
#endif
}

/** From here on, the process belongs to a player. */
void become_player() {
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, 0);
  if (nothing > 0) close(nothing);
  channel::show_log(0);
  seats::catch_signals();
  seats::serve_match();
}

void tell(const char* format, ...) {
  char line[64];
  va_list values;
  va_start(values, format);
  const int size = vsnprintf(line, sizeof line, format, values);
  va_end(values);
  if (write(1, line, size) != size) _exit(0);
}

void on_child(int) {}

/** Informs a waiting referee that no answer will arrive; if the pipe is full, there is something to read anyway. */
void send_ended() {
  pollfd answers = {channel::to_referee, POLLOUT, 0};
  if (poll(&answers, 1, 0) == 1 && (answers.revents & POLLOUT)) channel::send(channel::ENDED, 0, "", 0);
}

/** Discards input that the last player did not read. */
void forget_questions() {
  char unread[4096];
  for (int size = 0; ioctl(channel::from_referee, FIONREAD, &size) == 0 && size > 0;)
    if (read(channel::from_referee, unread, min<int>(size, sizeof unread)) <= 0) break;
}

void serve_matches() {
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  struct sigaction action = {};
  action.sa_handler = on_child;
  sigaction(SIGCHLD, &action, 0);
  pid_t child = 0;
  tell("ready\n");
  for (;;) {
    int status;
    for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (ended != child) continue;
      child = 0;
      if (WIFSIGNALED(status)) tell("signal %d\n", WTERMSIG(status));
      else tell("exit %d\n", WEXITSTATUS(status));
      send_ended();
    }
    fd_set orders;
    FD_ZERO(&orders);
    FD_SET(0, &orders);
    if (pselect(1, &orders, 0, 0, 0, &before) <= 0) continue;
    char order;
    if (read(0, &order, 1) != 1 || order != 'f' || child != 0) break;
    forget_questions();
    child = fork();
    if (child < 0) break;
    if (child == 0) {
      // Signals to the player's group do not reach this process, which must report the group's end.
      setpgid(0, 0);
#ifdef __linux__
      prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
      signal(SIGCHLD, SIG_DFL);
      sigprocmask(SIG_SETMASK, &before, 0);
      become_player();
    }
    setpgid(child, child);
    tell("forked\n");
  }
  if (child > 0) kill(child, SIGKILL);
  _exit(0);
}

double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

}  // namespace

/**
 * For the players' budget_left(): the current share left. The referee answers a limited number of requests per round,
 * and a search may call it at every node. So it is requested once, and from then on this process's time is counted.
 */
extern "C" __attribute__((visibility("default"))) double ludus_budget_left() {
  // If nothing is counted, the whole budget is left; if frames come from a file, there is no referee to ask.
  if (seats::left_at_start > 1 || timing) return 1;
  static double left, whole, then;
  if (!seats::asked_for_budget) {
    channel::send(channel::BUDGET, seats::current, "", 0);
    double reply[2];
    if (!channel::read_all(reply, sizeof reply) || reply[1] <= 0) return 1;
    left = reply[0];
    whole = reply[1];
    then = processor_seconds();
    seats::asked_for_budget = true;
  }
  return max(0.0, left - (processor_seconds() - then)) / whole;
}

/** A player that exits its program ends only its seat, not the process. */
[[noreturn]] static void leave(int code) {
  if (!seats::playing) _exit(code);
  cout.flush();
  snprintf(seats::last_words, sizeof seats::last_words, "exit(%d)", code);
  place::note(seats::own_library(), 0);
  siglongjmp(seats::way_out, channel::CRASHED);
}
#define PLAYERS extern "C" __attribute__((visibility("default")))
PLAYERS void exit(int code) noexcept { leave(code); }
PLAYERS void _Exit(int code) noexcept { leave(code); }
PLAYERS void quick_exit(int code) noexcept { leave(code); }

#ifndef LUDUS_SANITIZED
// The messages of the standard functions would name this program; the verdict reports the error.
PLAYERS void __cxa_pure_virtual() { seats::abort_because("pure virtual function"); }
#ifdef __GLIBC__
PLAYERS void __assert_fail(const char* condition, const char* file, unsigned line, const char*) noexcept {
  char why[sizeof seats::last_words - sizeof place::text];
  snprintf(why, sizeof why, "Assertion failed: %s (%s: : %u)", condition, file, line);
  seats::abort_because(why);
}
#endif
#endif

int main(int argc, char** argv) {
  bool once = false;
  for (int i = 1; i < argc; ++i) {
    const string option = argv[i];
    if (option == "--once") once = true;
    else if (option == "--unheard") channel::heard = false;
    else if (i + 1 == argc) return 2;
    else if (option == "--time" || option == "--times") {
      seats::catch_signals();
      _exit(time_frames(argv[i + 1], option == "--times"));
    } else if (option == "--pipes") keep_pipes(argv[++i]);
    else if (option == "--seconds") seats::seconds_a_call = atoi(argv[++i]);
  }
  if (channel::log_count == 0) return 2;
  place::get_ready();
  if (once) {
    tell("ready\n");
    become_player();
  }
  serve_matches();
}
