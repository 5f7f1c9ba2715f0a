import { firstSeats, type Teams } from '@ludus/game/teams.ts';

/** Since which round those in front have been in front. */
export class Leaders {
  since = 0;
  private leader = -1;
  private readonly teams: Teams | undefined;

  constructor(teams?: Teams) {
    this.teams = teams;
  }

  /** `scores`: what the match would come to if it ended after this round. */
  update(bySeat: readonly number[], round: number): void {
    const scores = this.teams ? firstSeats(bySeat.length, this.teams).map((seat) => bySeat[seat]) : bySeat;
    let best = 0;
    let alone = true;
    for (let seat = 1; seat < scores.length; seat++) {
      if (scores[seat] > scores[best]) {
        best = seat;
        alone = true;
      } else if (scores[seat] === scores[best]) alone = false;
    }
    const leader = alone ? best : -1;
    if (leader === this.leader && leader >= 0) return;
    this.leader = leader;
    this.since = round;
  }
}
