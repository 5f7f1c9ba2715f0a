// The runtime of a native player: frames on standard input and output (packages/runtime/native/port.ts writes the other side).
//   referee → player   kind (1 start, 2 round), seat, bytes that follow, then an image
//   player → referee   seat, outcome (0 done, 1 crashed), bytes that follow, then the answer, or what happened as text
// All numbers are 32 bits, little-endian. One process may serve several seats: the originals ran players of the same file in
// one process, where they share its globals. What a player prints goes to standard error, what it reads is empty.
#include "host.hh"

#include <csetjmp>
#include <csignal>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

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

/** The budget's share at the start of the round, and the processor time then. */
double left_at_start = 1;

/** A crash of one seat must not take along the others that live in this process: it jumps back to where the frame is answered. */
sigjmp_buf way_out;
volatile sig_atomic_t playing = 0;
char last_words[300];

void on_signal(int signal) {
  if (!playing) _exit(128 + signal);
  const char* name = signal == SIGSEGV   ? "a segmentation fault"
                     : signal == SIGABRT ? "an abort"
                     : signal == SIGFPE  ? "an arithmetic error such as a division by zero"
                     : signal == SIGBUS  ? "a bus error"
                                         : "an illegal instruction";
  strcpy(last_words, name);
  siglongjmp(way_out, 1);
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
  const int signals[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL};
  for (int signal : signals) sigaction(signal, &action, 0);
  signal(SIGPIPE, SIG_IGN);
}

Player* players[64];

/** Serves one frame; false where the player crashed, with its last words. */
bool serve(int kind, int seat, const vector<unsigned char>& image, vector<int>& answer) {
  playing = 1;
  if (sigsetjmp(way_out, 1)) {
    playing = 0;
    return false;
  }
  bool done = false;
  try {
    if (kind == 1) {
      players[seat] = ludus::Access::make(image.data());
      done = players[seat] != 0;
      if (!done) strcpy(last_words, "this program was built for another game or another version");
    } else if (players[seat]) {
      left_at_start = ludus::Access::load(players[seat], image.data());
      players[seat]->play();
      ludus::Access::answer(players[seat], answer);
      done = true;
    }
  } catch (const std::exception& error) {
    snprintf(last_words, sizeof last_words, "an uncaught exception: %s", error.what());
  } catch (...) {
    strcpy(last_words, "an uncaught exception");
  }
  playing = 0;
  return done;
}

/** `--time FILE`: serves the frames of a file as fast as it can and prints the nanoseconds spent in them. */
int time_frames(const char* file) {
  from_referee = open(file, O_RDONLY);
  int head[3];
  vector<unsigned char> image;
  vector<int> answer;
  long long spent = 0;
  unsigned sum = 0;
  while (read_all(head, sizeof head)) {
    image.resize(head[2]);
    if (!read_all(image.data(), image.size())) return 2;
    timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    if (!serve(head[0], head[1], image, answer)) return 1;
    clock_gettime(CLOCK_MONOTONIC, &after);
    spent += (after.tv_sec - before.tv_sec) * 1000000000LL + after.tv_nsec - before.tv_nsec;
    for (int word : answer) sum = (sum ^ word) * 16777619u;
  }
  char line[64];
  write_all(line, snprintf(line, sizeof line, "%lld %u\n", spent, sum));
  return 0;
}

}  // namespace

double ludus::budget_left_now() {
  return left_at_start;
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

int main(int argc, char** argv) {
  if (argc == 2 && string(argv[1]) == "--name") {
    const char* name = ludus::registered().name;
    write_all(name ? name : "", name ? strlen(name) : 0);
    return 0;
  }
  catch_signals();
  if (argc == 3 && string(argv[1]) == "--time") _exit(time_frames(argv[2]));
  int head[3];
  vector<unsigned char> image;
  vector<int> answer;
  while (read_all(head, sizeof head)) {
    if (head[1] < 0 || head[1] >= 64 || head[2] < 0) leave();
    image.resize(head[2]);
    if (!read_all(image.data(), image.size())) break;
    answer.clear();
    const bool done = serve(head[0], head[1], image, answer);
    const void* payload = done ? static_cast<const void*>(answer.data()) : last_words;
    const int size = static_cast<int>(done ? answer.size() * sizeof(int) : strlen(last_words));
    vector<char> frame(12 + size);
    const int reply[3] = {head[1], done ? 0 : 1, size};
    memcpy(frame.data(), reply, 12);
    if (size) memcpy(frame.data() + 12, payload, size);
    write_all(frame.data(), frame.size());
    if (!done) {
      cout.flush();
      players[head[1]] = 0;
    }
  }
  leave();
}
