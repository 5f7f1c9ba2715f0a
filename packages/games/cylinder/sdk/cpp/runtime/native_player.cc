// The exports of a native player's library to the process that it runs in (native_host.cc).
#define LUDUS_KEEPS_CELLS
#include "host.hh"

#define EXPORT extern "C" __attribute__((visibility("default")))

extern "C" double ludus_budget_left();

double ludus::budget_left_now() { return ludus_budget_left(); }

EXPORT void* ludus_make(const unsigned char* image) { return ludus::Access::make(image); }
EXPORT double ludus_load(void* player, const unsigned char* image) {
  return ludus::Access::load(static_cast<Player*>(player), image);
}
EXPORT void ludus_play(void* player) { static_cast<Player*>(player)->play(); }
EXPORT const int* ludus_answer(void* player, int* words) {
  static vector<int> answer;
  ludus::Access::answer(static_cast<Player*>(player), answer);
  *words = static_cast<int>(answer.size());
  return answer.data();
}
