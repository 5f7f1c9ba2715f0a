// The messages between a native player's process and the referee (packages/runtime/native/frames.ts is the other side).
// All numbers are 32 bits, little-endian.
//
//   referee → player   kind, seat, bytes that follow
//   player → referee   outcome, number of the question from 1, seat, bytes waiting in the seat's log, bytes that follow
//
// Kinds of questions:
//
//   0  load: the library's path
//   1  start
//   2  round: an image (image.ts)
//   3  a round of several seats: their number, the generator's position in the image, each
//     seat's number and generator, the image
//   4  the match is over
//
// Outcomes:
//
//   0  done: the answer's numbers
//   1  crashed: the reason
//   2  out of time
//   3  out of memory
//   4  requests the seconds left; the reply is two doubles, left and total
//   6  the player's process has ended
//
// MORE is added if the rest comes in the next frame: short messages are written in one piece.
#ifndef LUDUS_NATIVE_CHANNEL_HH
#define LUDUS_NATIVE_CHANNEL_HH

#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace channel {

enum Question { LOAD, START, ROUND, ROUNDS, OVER };
enum Outcome { DONE, CRASHED, OUT_OF_TIME, OUT_OF_MEMORY, BUDGET, ENDED = 6, MORE = 0x100 };

const int HEAD_BYTES = 20;
/** Number of bytes that a pipe accepts atomically, whatever other processes write. */
const int PIECE_BYTES = 4096;
const int MAX_SEATS = 64;

int from_referee = -1, to_referee = -1;
/** One per seat; if there are fewer, the first. */
int logs[MAX_SEATS];
int log_count = 0;
int shown_log = -1;
/** Whether the referee needs to know their contents after each question, and not only whether there is space. */
bool heard = true;
/** Number of questions read so far. */
int asked = 0;

/** Bytes read ahead: a question usually arrives in one piece. */
alignas(8) char ahead[1 << 16];
size_t ahead_begin = 0, ahead_end = 0;

inline bool read_all(void* buffer, size_t size) {
  for (char* at = static_cast<char*>(buffer); size > 0;) {
    if (ahead_begin == ahead_end) {
      const ssize_t got = read(from_referee, ahead, sizeof ahead);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      ahead_begin = 0;
      ahead_end = got;
    }
    const size_t part = size < ahead_end - ahead_begin ? size : ahead_end - ahead_begin;
    memcpy(at, ahead + ahead_begin, part);
    ahead_begin += part;
    at += part;
    size -= part;
  }
  return true;
}

inline void write_all(const void* buffer, size_t size) {
  for (const char* at = static_cast<const char*>(buffer); size > 0;) {
    const ssize_t put = write(to_referee, at, size);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) _exit(0);
    at += put;
    size -= put;
  }
}

inline int log_of(int seat) { return logs[seat < log_count ? seat : 0]; }

/** Redirects the output of the seat's player, on cout or cerr, to its log. */
inline void show_log(int seat) {
  const int log = log_of(seat);
  if (log_count == 0 || log == shown_log) return;
  dup2(log, 1);
  dup2(log, 2);
  shown_log = log;
}

inline void send(int outcome, int seat, const void* payload, size_t bytes) {
  static char piece[PIECE_BYTES];
  int logged = 0;
  if (log_count > 0 && (heard || asked % 64 == 0) && ioctl(log_of(seat), FIONREAD, &logged) != 0) logged = INT_MAX;
  const char* at = static_cast<const char*>(payload);
  do {
    const size_t part = bytes < PIECE_BYTES - HEAD_BYTES ? bytes : PIECE_BYTES - HEAD_BYTES;
    bytes -= part;
    const int head[] = {bytes > 0 ? outcome | MORE : outcome, asked, seat, logged, static_cast<int>(part)};
    memcpy(piece, head, HEAD_BYTES);
    if (part > 0) memcpy(piece + HEAD_BYTES, at, part);
    at += part;
    write_all(piece, HEAD_BYTES + part);
  } while (bytes > 0);
}

}  // namespace channel

#endif
