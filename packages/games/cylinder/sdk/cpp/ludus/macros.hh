// The macros that players rely on, after every standard header.
#ifndef LUDUS_MACROS_HH
#define LUDUS_MACROS_HH

#define contains count

#define my_assert(condition)                                                                                       \
  do {                                                                                                             \
    if (!(condition)) {                                                                                            \
      std::cerr << __FILE__ << ":" << __LINE__ << ": " << __func__ << ": assertion failed: " << #condition << std::endl; \
      exit(1);                                                                                                     \
    }                                                                                                              \
  } while (0)

#define LUDUS_TEXT_(x) #x
#define LUDUS_TEXT(x) LUDUS_TEXT_(x)
#define LUDUS_JOIN_(a, b) a##b
#define LUDUS_JOIN(a, b) LUDUS_JOIN_(a, b)
#ifdef LUDUS_MADMAX
#define LUDUS_GAME_TEXT "madmax"
#else
#define LUDUS_GAME_TEXT "starwar"
#endif
// The text lets the referee read a program's game and name without running it (packages/runtime/wasm/marker.ts).
#define RegisterPlayer(player)                                                                       \
  extern "C" __attribute__((used, visibility("default"))) const char ludus_player_marker[] =         \
      "ludus-player:" LUDUS_GAME_TEXT ":" LUDUS_TEXT(player) ";";                                    \
  static const bool LUDUS_JOIN(ludus_registered_, player) = ludus::register_player(&player::factory);

#endif
