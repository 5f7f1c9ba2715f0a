/* A player of both cylinder games that uses a given amount of CPU time, by its clock: `burner MILLISECONDS_A_ROUND`.
 * It alternately moves its units up and down, so its moves depend only on the board. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double used(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
  double each = argc > 1 ? atof(argv[1]) : 3, total = 0;
  char line[65536];
  int seat = 0, units = 2, round = 0, left = 0;
  while (fgets(line, sizeof line, stdin)) {
    sscanf(line, "seat %d", &seat);
    sscanf(line, "nb_ships_x_player %d", &units);
    sscanf(line, "nb_cars_x_player %d", &units);
    sscanf(line, "rnd %d", &round);
    if (strncmp(line, "pid", 3) == 0) left = 5;
    if (left == 0 || --left > 0) continue;
    /* The first answer doesn't count, nor does the start, which is slow on a busy machine. */
    if (total == 0) total = used();
    total += each;
    while (used() < total) {
    }
    for (int unit = seat * units; unit < (seat + 1) * units; ++unit) printf("%d m %d 1\n", unit, (round + unit) % 3 - 1);
    puts("-1");
    fflush(stdout);
  }
  return 0;
}
