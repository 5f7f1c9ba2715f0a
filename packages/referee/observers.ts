import { type OverlayShape, type PlayerOutput, readShape } from '@ludus/game/output.ts';
import { type HasRevisions, namedRevision, type Sidecar } from '@ludus/game/replay.ts';
import { firstSeats, type Teams } from '@ludus/game/teams.ts';
import type { Verdict } from './match.ts';

/**
 * Maximum number of characters that one player logs in one round, and of shapes that it draws. Longer logs are
 * truncated and end with `…`. Further shapes are ignored.
 */
const MAX_TEXT_LENGTH = 4000;
const MAX_SHAPES = 500;

/**
 * Collects a match's sidecar: pass `output(seat)` to the players, and `onRound` and `onFault` to the match loop. A
 * player's output between two calls of `onRound` belongs to the round of the first call.
 */
export class SidecarRecorder {
  private readonly game: HasRevisions;
  private readonly unit: string | undefined;
  private readonly seconds: readonly number[] | undefined;
  private round = 0;
  private readonly budget: number[][] = [];
  private readonly verdicts: NonNullable<Sidecar['verdicts']> = [];
  private readonly log = new Map<string, { round: number; seat: number; text: string }>();
  private readonly overlays = new Map<string, { round: number; seat: number; shapes: OverlayShape[] }>();

  /**
   * `unit`: the unit of the budget, absent if there is none. `seconds`: the budget of each seat, if seats have
   * different budgets.
   */
  constructor(game: HasRevisions, unit?: string, seconds?: readonly number[]) {
    this.game = game;
    this.unit = unit;
    this.seconds = seconds;
  }

  output(seat: number): PlayerOutput {
    return {
      log: (text) => {
        const entry = this.entry(this.log, seat, { round: this.round, seat, text: '' });
        if (entry.text.length + text.length < MAX_TEXT_LENGTH) entry.text += entry.text === '' ? text : `\n${text}`;
        else if (!entry.text.endsWith('…')) entry.text = `${(`${entry.text}\n${text}`).slice(0, MAX_TEXT_LENGTH - 1)}…`;
      },
      draw: (shape) => {
        const read = readShape(shape);
        const entry = this.entry(this.overlays, seat, { round: this.round, seat, shapes: [] });
        if (read !== undefined && entry.shapes.length < MAX_SHAPES) entry.shapes.push(read);
      },
    };
  }

  /** Called after each round. `shares`: the share (0 to 1) of each seat's budget used so far; −1 for a frozen seat. */
  onRound(round: number, shares?: readonly number[]): void {
    // Adds the shares only for a new round, because some games don't count the round in which the last player fails.
    if (this.unit !== undefined && shares && round > this.round) this.budget.push([...shares]);
    this.round = round;
  }

  onFault(verdict: Verdict): void {
    const { round, seat, fault, sentence } = verdict;
    this.verdicts.push({ round, seat, fault, sentence: sentence.slice(0, MAX_TEXT_LENGTH) });
  }

  /** Whether the sidecar would be empty. */
  get isEmpty(): boolean {
    const drawn = [...this.overlays.values()].some((entry) => entry.shapes.length > 0);
    if (namedRevision(this.game) !== undefined) return false;
    return this.unit === undefined && this.verdicts.length + this.log.size === 0 && !drawn;
  }

  /** The sidecar, or undefined if it would be empty. `replay`: the SHA-256 of the match's replay. */
  finish(replay?: string): Sidecar | undefined {
    const { game, unit, seconds, budget, verdicts } = this;
    const log = [...this.log.values()];
    const overlays = [...this.overlays.values()].filter((entry) => entry.shapes.length > 0);
    if (this.isEmpty) return undefined;
    return {
      ludus: 'sidecar',
      version: 1,
      ...(replay === undefined ? {} : { replay }),
      ...(game.revision === undefined ? {} : { revision: game.revision }),
      ...(unit === undefined ? {} : { unit, budget }),
      ...(seconds === undefined ? {} : { seconds: [...seconds] }),
      ...(verdicts.length > 0 ? { verdicts } : {}),
      ...(log.length > 0 ? { log } : {}),
      ...(overlays.length > 0 ? { overlays } : {}),
    };
  }

  private entry<T>(entries: Map<string, T>, seat: number, fresh: T): T {
    const key = `${this.round} ${seat}`;
    const entry = entries.get(key) ?? fresh;
    entries.set(key, entry);
    return entry;
  }
}

/** Tracks since which round the current leaders have been in the lead. */
export class Leaders {
  since = 0;
  private leader = -1;
  private readonly teams: Teams | undefined;

  constructor(teams?: Teams) {
    this.teams = teams;
  }

  /** `bySeat`: the scores if the match ended after this round. */
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
