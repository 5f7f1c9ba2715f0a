import { HASH_START, hashText, mix } from '@ludus/kernel/hash.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { type AnyGame, FAULTS, newRecord } from '../game.ts';
import { playReplay } from '../play-replay.ts';
import type { AnySpecimen } from './specimen.ts';

export interface ConformanceSize {
  readonly boards: number;
  readonly matches: number;
  /** At most; a match may be over before. */
  readonly rounds: number;
}

export interface ConformanceReport {
  readonly game: string;
  readonly matches: number;
  readonly rounds: number;
  /** Over every state and every replay: the same wherever JavaScript runs. */
  readonly fingerprint: string;
}

/** A game does not keep what each game must keep; the sentence says in which match. */
export class ConformanceError extends Error {}

/**
 * What every game must keep, tried on many short matches with wild moves; it throws a ConformanceError at the first thing that is
 * not so. It needs nothing but JavaScript, so it runs in a browser as well as in any version of Node.
 *
 * - A board that is printed and read is the same board.
 * - A clone, and a state restored from another one, go on as the original does, and leave it alone.
 * - Moves hold any nonsense, players freeze at any time: the game's invariants hold, and its scores never fall (where they add up).
 * - A replay that is printed, read and played again is the same replay, and ends in the same state.
 */
export function runConformance(specimen: AnySpecimen, seed: number, size: ConformanceSize): ConformanceReport {
  return new Suite(specimen, seed).run(size);
}

class Suite {
  private readonly specimen: AnySpecimen;
  private readonly game: AnyGame;
  private readonly random: Lehmer;
  private readonly seed: number;
  private fingerprint = HASH_START;
  private rounds = 0;
  private match = 0;

  constructor(specimen: AnySpecimen, seed: number) {
    this.specimen = specimen;
    this.game = specimen.game;
    this.seed = seed;
    this.random = new Lehmer(seed);
  }

  run(size: ConformanceSize): ConformanceReport {
    const boards = Array.from({ length: size.boards }, () => this.board());
    for (this.match = 0; this.match < size.matches; this.match++)
      this.playMatch(boards[this.match % boards.length], size.rounds);
    const { game, rounds } = this;
    const fingerprint = this.fingerprint.toString(16).padStart(8, '0');
    return { game: game.id, matches: size.matches, rounds, fingerprint };
  }

  private failure(sentence: string): ConformanceError {
    const { game, seed, match } = this;
    return new ConformanceError(`${game.title}, suite seed ${seed}, match ${match}: ${sentence}`);
  }

  private expect(so: boolean, sentence: string): void {
    if (!so) throw this.failure(sentence);
  }

  /** A board as its reader gives it. */
  private board(): unknown {
    const { game, random, specimen } = this;
    const made = specimen.wildBoard?.(random) ?? game.generateBoard?.(random.range(0, 1_000_000));
    if (made === undefined) throw this.failure('the game makes no boards of its own');
    const printed = game.printBoard(made);
    const read = game.readBoard(printed);
    if (!read.ok) throw this.failure(`a printed board cannot be read: ${describeProblem(read.problem)}`);
    this.expect(game.printBoard(read.value) === printed, 'a board that is printed, read and printed differs');
    return read.value;
  }

  private playMatch(board: unknown, rounds: number): void {
    const { game, random, specimen } = this;
    const seed = random.range(-1000, 1_000_000);
    const limited = random.range(0, 1) === 1;
    const names = Array.from({ length: game.seatsOf(board) }, (_, seat) => `player${seat}`);
    const state = game.start(board, seed);
    const spare = game.start(board, seed + 1);
    const frozen = names.map(() => false);
    const info = { seed, names, limited };
    const record = newRecord(info);
    // The dear checks in every fourth match only; the fingerprint is over all.
    const thorough = this.match % 4 === 0;
    let replay = game.replay.head(board, info, state);
    let scores = game.outcome(state).scores;
    for (let round = 0; round < rounds && !game.isOver(state); round++) {
      const asked = names.map((_, seat) => (frozen[seat] ? game.newMove() : specimen.wildMove(state, seat, random)));
      record.failed.length = 0;
      for (let seat = 0; seat < names.length; seat++) {
        if (frozen[seat]) continue;
        if (random.range(0, 99) === 0) {
          const fault = FAULTS[random.range(1, FAULTS.length - 1)];
          record.faults[seat] = fault;
          record.failed.push(seat);
          game.freeze(state, seat, fault);
          game.clearMove(asked[seat]);
          frozen[seat] = true;
        } else if (limited) {
          record.shares[seat] = Math.min(1, record.shares[seat] + random.range(0, 100) / 4096);
          game.charge?.(state, seat, record.shares[seat]);
        }
      }
      if (thorough) this.advanceThrice(state, spare, asked);
      else game.advance(state, asked);
      const broken = specimen.brokenInvariant?.(state);
      if (broken !== undefined) throw this.failure(`after round ${game.round(state)}: ${broken}`);
      if (thorough) replay += game.replay.round(asked, state, record);
      const now = game.outcome(state).scores;
      if (game.scoresAddUp)
        this.expect(
          now.every((score, seat) => score >= scores[seat]),
          `a score fell in round ${round + 1}`,
        );
      scores = now;
      this.rounds++;
    }
    this.fingerprint = mix(this.fingerprint, game.hash(state));
    if (!thorough) return;
    replay += game.replay.tail(state);
    this.fingerprint = hashText(replay, this.fingerprint);
    this.playAgain(replay, game.hash(state));
  }

  /** One round, and that clones and restored states have no part in it. */
  private advanceThrice(state: unknown, spare: unknown, asked: readonly unknown[]): void {
    const { game } = this;
    const before = game.hash(state);
    const clone = game.clone(state);
    this.expect(game.hash(clone) === before, 'a clone has another hash than its original');
    game.advance(clone, asked);
    this.expect(game.hash(state) === before, 'advancing a clone changed its original');
    game.restore(spare, state);
    this.expect(game.hash(spare) === before, 'a restored state has another hash than its source');
    game.advance(state, asked);
    const after = game.hash(state);
    this.expect(game.hash(clone) === after, 'a clone went another way than its original');
    this.expect(game.hash(spare) === before, 'advancing a state changed one restored from it');
    game.advance(spare, asked);
    this.expect(game.hash(spare) === after, 'a restored state went another way than its source');
    this.fingerprint = mix(this.fingerprint, after);
  }

  /** Reads a replay, plays it again and prints it: the same text, the same last state. */
  private playAgain(text: string, lastHash: number): void {
    const { game } = this;
    this.expect(game.replay.recognizes(text), 'a replay of its own is not recognised');
    const opened = game.replay.open(text);
    if (!opened.ok) throw this.failure(`its replay cannot be read: ${describeProblem(opened.problem)}`);
    const { board, info } = opened.value;
    const state = game.start(board, info.seed);
    let printed = game.replay.head(board, info, state);
    for (const step of playReplay(game, opened.value, state)) {
      if (step.phase === 'problem') throw this.failure(`its replay cannot be read: ${describeProblem(step.problem)}`);
      if (step.phase === 'played') printed += game.replay.round(step.asked, state, step.record);
    }
    printed += game.replay.tail(state);
    this.expect(printed === text, 'a replay that is printed, read and played again differs');
    this.expect(game.hash(state) === lastHash, 'a replay that is played again ends in another state');
  }
}
