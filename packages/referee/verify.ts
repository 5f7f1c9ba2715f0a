import type { AnyGame, Fault, MatchInfo, Outcome } from '@ludus/game/game.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { gameOfReplay, incompleteReplay, playReplay, type ReplayGame } from '@ludus/game/replay.ts';
import { hasKey, MatchChance, observed } from '@ludus/game/secret-randomness.ts';
import { type Teams, teamsOn } from '@ludus/game/teams.ts';
import { advance as advanceLehmer } from '@ludus/kernel/lehmer.ts';
import type { Problem } from '@ludus/kernel/result.ts';

/** The result of a verification. Lines and rounds are numbered from 1; round 0 is the text before the first round. */
export type VerificationResult =
  | {
      readonly kind: 'ok';
      readonly game: AnyGame;
      /**
       * The ids of the revisions of the game's rules that agree with the replay; empty for a game without revisions.
       */
      readonly revisions: readonly string[];
      readonly rounds: number;
      readonly info: MatchInfo;
      /** The team of each seat; undefined if each seat plays for itself. */
      readonly teams: Teams | undefined;
      /** The match's result, or its state when it was aborted. */
      readonly outcome: Outcome;
      /** The reason for each seat's disqualification, as far as the format records it; undefined for other seats. */
      readonly faults: readonly (Fault | undefined)[];
    }
  | {
      readonly kind: 'differs';
      readonly game: AnyGame;
      /**
       * The revisions that agree with the replay for the most rounds. `round` and `line` tell where the replay differs
       * from these revisions.
       */
      readonly revisions: readonly string[];
      readonly round: number;
      readonly line: number;
      /** A message with the expected and the actual text. */
      readonly message: string;
    }
  /** The text is incomplete. */
  | {
      readonly kind: 'truncated';
      readonly game: AnyGame;
      readonly round: number;
      readonly line: number;
      readonly message: string;
    }
  /** The text isn't a replay of any of the games. */
  | { readonly kind: 'foreign'; readonly message: string };

/**
 * The players of a match whose instructions are reproducible (Null, Demo), by seat; undefined for all others. These
 * players must answer synchronously.
 */
export type KnownPlayers = (game: AnyGame, info: MatchInfo) => readonly (AnyRunner | undefined)[];

/**
 * Replays the recorded moves, and compares every byte of the replay, round by round, with the printed result. Windows
 * line ends are treated as plain line ends. Moves are read from the replay, except for players in `known` in a match
 * without budgets. `sidecarRevision`: the revision in the replay's sidecar.
 */
export function verifyReplay(
  text: string,
  games: readonly AnyGame[],
  known?: KnownPlayers,
  sidecarRevision?: string,
): VerificationResult {
  const plain = text.replaceAll('\r\n', '\n');
  const found = gameOfReplay(plain, games, sidecarRevision);
  if (found === undefined)
    return { kind: 'foreign', message: `this isn’t a replay of ${games.map((each) => each.title).join(', ')}` };
  return new Verification(plain, found).run(known);
}

/**
 * If a replay follows a different revision of the rules than this game, returns words that say so and follow "its
 * replay …"; undefined otherwise.
 */
export function differentRevision(
  { revision }: AnyGame,
  { revisions }: Extract<VerificationResult, { kind: 'ok' }>,
): string | undefined {
  if (revision === undefined || revisions.includes(revision)) return undefined;
  return `follows revision ${revisions.join(' and ')} of the rules, not ${revision}`;
}

class Verification {
  private readonly text: string;
  private readonly game: AnyGame;
  private readonly revisions: readonly string[];
  /** The index in the replay up to which all text is correct. */
  private checked = 0;
  private round = 0;

  constructor(text: string, { game, revisions }: ReplayGame) {
    this.text = text;
    this.game = game;
    this.revisions = revisions;
  }

  run(known: KnownPlayers | undefined): VerificationResult {
    const { game, revisions } = this;
    const opened = game.replay.open(this.text);
    if (!opened.ok) return this.unreadable(opened.problem, false);
    const { board, info } = opened.value;
    const chance = new MatchChance(game, info);
    const state = chance.start(board);
    const head = this.compare(game.replay.head(board, info, state));
    if (head) return head;
    const players = (!info.limited && known?.(game, info)) || [];
    const generators = info.names.map((_, seat) => ({ state: chance.playerState(seat) }));
    players.forEach((player, seat) => {
      void player?.start?.(board, observed(game, state, seat), { seat, names: info.names });
    });
    if (!game.isOver(state)) this.round = game.round(state) + 1;
    let faults: readonly (Fault | undefined)[] = [];
    for (const step of playReplay(game, opened.value, state)) {
      if (step.phase === 'problem') return this.unreadable(step.problem, true);
      faults = step.record.faults;
      if (step.phase === 'played') {
        const difference = this.compare(game.replay.round(step.asked, state, step.record));
        if (difference) return difference;
        if (!game.isOver(state)) this.round = game.round(state) + 1;
        continue;
      }
      const acting = game.actors?.(state);
      players.forEach((player, seat) => {
        if (acting && !acting.includes(seat)) return;
        const generator = generators[seat];
        generator.state = advanceLehmer(generator.state);
        if (!player) return;
        game.clearMove(step.asked[seat]);
        void player.play(observed(game, state, seat), step.asked[seat], generator);
      });
    }
    const tail = game.replay.tail(state, info.key);
    const difference = this.compare(tail);
    if (difference) return difference;
    if (this.checked < this.text.length)
      return this.differs(this.checked, `expected the end of the file, found ${this.excerpt(this.text, this.checked)}`);
    if (!game.isOver(state) && tail === '')
      return this.differs(this.checked, incompleteReplay(`after round ${game.round(state)}`));
    return {
      kind: 'ok',
      game,
      revisions,
      rounds: game.round(state),
      info,
      teams: teamsOn(game, board),
      outcome: game.outcome(state),
      faults,
    };
  }

  /**
   * A match with secret randomness (secret-randomness.ts) differs if the last line, which contains the key, is missing.
   * If a replay with a budget has no key and isn't reproduced, perhaps only its end is missing.
   */
  private whole(): VerificationResult | undefined {
    const { game } = this;
    const opened = game.replay.open(this.text);
    if (!opened.ok || !opened.value.info.limited || opened.value.info.key !== undefined || !hasKey(game))
      return undefined;
    let rounds = 0;
    let over = false;
    for (const step of playReplay(game, opened.value)) {
      if (step.phase === 'problem') break;
      if (step.phase === 'played') rounds++;
      over = game.isOver(step.state);
    }
    if (over) return undefined;
    this.round = rounds + 1;
    return this.truncated(this.text.length);
  }

  /** Compares printed text with the next part of the replay. */
  private compare(printed: string): VerificationResult | undefined {
    const { text, checked } = this;
    if (text.startsWith(printed, checked)) {
      this.checked += printed.length;
      return undefined;
    }
    let at = 0;
    while (at < printed.length && printed[at] === text[checked + at]) at++;
    if (checked + at === text.length) return this.truncated(text.length);
    return (
      this.whole() ??
      this.differs(checked + at, `expected ${this.excerpt(printed, at)}, found ${this.excerpt(text, checked + at)}`)
    );
  }

  /**
   * The result for a problem that the reader found. If the text is truncated, the problem may only be its incomplete
   * last word.
   */
  private unreadable(problem: Problem, inRounds: boolean): VerificationResult {
    const { text } = this;
    const cut = problem.token !== undefined && !/\s$/.test(text) && text.endsWith(problem.token);
    if (problem.code === 'text/truncated' || (cut && this.lineOf(text.length) === problem.line))
      return this.truncated(text.length);
    // Falls back to the line up to which the replay is correct, because the previous round's early end may have caused
    // the error.
    const line = problem.line ?? (inRounds ? this.lineOf(this.checked) : 1);
    return this.differsIn(line, problem.message);
  }

  private differs(at: number, message: string): VerificationResult {
    return this.differsIn(this.lineOf(at), message);
  }

  private differsIn(line: number, message: string): VerificationResult {
    const { game, revisions, round } = this;
    return { kind: 'differs', game, revisions, round, line, message: this.ofTheKey(message) };
  }

  /**
   * Adds to a message about a difference that the match's key may be the cause: without the key, every round may
   * differ.
   */
  private ofTheKey(message: string): string {
    const opened = this.game.replay.open(this.text);
    if (!opened.ok || !opened.value.info.limited || !hasKey(this.game)) return message;
    return opened.value.info.key === undefined
      ? 'the last line (sealed and the key) is missing, so the match can’t be played again'
      : `${message}; the key in the last line may belong to a different match`;
  }

  private truncated(at: number): VerificationResult {
    const { game, round } = this;
    const where = round === 0 ? 'before the first round' : `in round ${round}`;
    return {
      kind: 'truncated',
      game,
      round,
      line: this.lineOf(at),
      message: incompleteReplay(where),
    };
  }

  private lineOf(index: number): number {
    let line = 1;
    for (let at = this.text.indexOf('\n'); at >= 0 && at < index; at = this.text.indexOf('\n', at + 1)) line++;
    return line;
  }

  /** Quotes the line around an index, at most about forty characters of it. */
  private excerpt(text: string, at: number): string {
    const start = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 20);
    const end = text.indexOf('\n', at);
    const line = text.slice(start, Math.min(end < 0 ? text.length : end, at + 20));
    if (line === '') return at >= text.length ? 'nothing' : 'an empty line';
    return JSON.stringify(line);
  }
}
