// The runtime of a player compiled to WebAssembly (packages/runtime/wasm/wasm-runner.ts is the other side).
// Exports, in addition to the memory:
//   ludus_buffer(bytes)  returns the address where the referee writes an image
//   ludus_start()        creates the player that the image describes; 0 if the image is of another game or version
//   ludus_play()         plays the round of the image; returns the address of the answer
//   ludus_game           0 Mad Max, 1 Star War
#include "host.hh"

#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#ifdef __cpp_exceptions
#include "runtime/exceptions.hh"
#endif

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))
#define IMPORT(name) extern "C" __attribute__((import_module("ludus"), import_name(#name)))

/** The share of the budget left. */
IMPORT(budget_left) double ludus_budget_left();
/** The player's computation so far, in seconds, as its budget counts it: the same on every machine. */
IMPORT(seconds) double ludus_seconds();

namespace {
vector<unsigned char> image;
vector<int> answer;
Player* player = 0;
}  // namespace

double ludus::budget_left_now() { return ludus_budget_left(); }

EXPORT(ludus_buffer) unsigned char* ludus_buffer(int bytes) {
  image.resize(bytes);
  return image.data();
}
EXPORT(ludus_game) int ludus_game() { return ludus::GAME; }
EXPORT(ludus_start) int ludus_start() {
  player = ludus::Access::make(image.data());
  return player != 0;
}
EXPORT(ludus_play) int* ludus_play() {
  ludus::Access::load(player, image.data());
#ifdef __cpp_exceptions
  try {
    player->play();
  } catch (const std::exception& error) {
    cerr << "uncaught exception: " << error.what() << endl;
    __builtin_trap();
  }
#else
  player->play();
#endif
  ludus::Access::answer(player, answer);
  return answer.data();
}

#include "runtime/system.hh"
