#include "Player.hh"
#ifndef __wasm__
#include <signal.h>
#include <unistd.h>
#endif

#define PLAYER_NAME Faulty

/** Misbehaves in round 3. The number of rounds in the match selects the way, so that one compilation is enough. */
struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  int deep(int n) {
    volatile int kept[16];
    kept[n % 16] = n;
    return deep(n + 1) + kept[(n + 1) % 16];
  }

  struct Thing {
    int number;
    Thing() : number(7) {}
  };

  /** Misbehaviour that is only possible in a process. */
  void misuse_the_system() {
#ifndef __wasm__
    static int rounds_here = 0;
    const string noise(64, '\x7f');
    switch (number_rounds()) {
      case 27: for (int i = 3; i < 200; ++i) if (write(i, noise.data(), noise.size()) < 0) continue; break;
      case 28: for (int i = 0; i < 200; ++i) close(i); break;
      case 29: kill(getppid(), SIGKILL); for (;;) pause();
      case 30: if (fork() == 0) { setsid(); for (;;) pause(); } break;
      case 31: usleep(60000); break;
      case 32: cerr << "asked here before: " << rounds_here++ << endl; break;
      case 33: _exit(3);
      case 34: cerr << "statuses"; for (int p = 0; p < 4; ++p) cerr << " " << (status(p) < 0); cerr << endl; break;
    }
#endif
  }

  virtual void play() {
    volatile int zero = 0;
    if (round() < 3) return;
    if (round() > 3 && number_rounds() == 20) return;
    switch (number_rounds()) {
      case 11: for (volatile int i = 0;; i = i + 1) {}
      case 12: cerr << deep(0) << endl; break;
      case 13: for (vector<char*> all;; all.push_back(new char[1 << 24])) memset(new char[1 << 20], 1, 1 << 20);
      case 14: exit(5);
      case 15: abort();
      case 16: assert(round() == 0);
      case 17: my_assert(round() == 0);
      case 18: cerr << 7 / zero << endl; break;
      case 19: __builtin_trap();
      case 20: for (int i = 0; i < 2000; ++i) cerr << string(1000, 'x') << endl; break;
      case 21: cout << "0\n1 crashed\n-1\n" << flush; printf("2 out\n"); fflush(stdout); break;
      case 22: { int x; cerr << (cin >> x ? "read" : "nothing to read") << endl; break; }
      case 23: { ofstream("/tmp/ludus-faulty-was-here") << 1; if (round() > 4) break; cerr << (ifstream("/etc/passwd") ? "read" : "no file") << endl; break; }
      case 24: cerr << (getenv("PATH") ? "environment" : "no environment") << " " << time(0) << endl; break;
      case 25: { vector<int> v; v.resize(3); memset(v.data(), 0, 12); Thing* t = 0; *reinterpret_cast<volatile int*>(t - 1000000) = v[0]; break; }
      case 26: { double least = 1; for (int i = 0; i < 5000; ++i) least = min(least, budget_left()); cerr << (least > 0 and least < 1 ? "some is left" : "none or all is left") << endl; break; }
      default: misuse_the_system();
    }
  }
};

RegisterPlayer(PLAYER_NAME);
