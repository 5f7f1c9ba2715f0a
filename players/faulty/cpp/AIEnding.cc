#include "Player.hh"
#define PLAYER_NAME Ending

/** Ends in round 3. The number of rounds in the match selects the way, so that one compilation is enough. */
struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  struct Shape {
    Shape() { measure(); }
    virtual ~Shape() {}
    virtual int area() = 0;
    void measure() { cerr << area() << endl; }
  };
  struct Square : Shape { int area() { return 4; } };

  int deep(int n) {
    volatile int kept[16];
    kept[n % 16] = n;
    return deep(n + 1) + kept[(n + 1) % 16];
  }
#ifdef WITH_EXCEPTIONS
  __attribute__((noinline)) void give_up() { abort(); }
  void strict() noexcept { throw logic_error("not thrown"); }
#endif

  virtual void play() {
    if (round() < 3) return;
    switch (number_rounds()) {
      case 11: abort();
      case 12: assert(round() == 0 and "(never)"); break;
      case 13: exit(5);
      case 14: _Exit(6);
      case 15: terminate();
      case 16: { Square square; break; }
      case 17: cerr << deep(0) << endl; break;
      case 18: __builtin_trap();
#ifdef WITH_EXCEPTIONS
      case 20: throw logic_error("no luck");
      case 21: throw 7;
      case 22: strict();
      case 23: try { give_up(); } catch (...) { break; }
      case 24: try { assert(round() == 1); } catch (...) { break; }
#endif
    }
  }
};

RegisterPlayer(PLAYER_NAME);
