import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AnyGame } from '@ludus/game/game.ts';
import { playMatch } from '@ludus/referee/match.ts';
import type { PlayerSource } from '@ludus/runtime/resolve.ts';
import { keepingMoves } from '../moves-file.ts';
import { type MatchRecord, type MatchSpec, matchKey, type RunSetup, type SeatFault } from './plan.ts';

/** What a worker has ready when matches come: boards read, players found and compiled. */
export interface ReadyRun {
  readonly setup: RunSetup;
  readonly game: AnyGame;
  /** By index of `setup.boards`. */
  readonly boards: readonly unknown[];
  /** By index of `setup.players`. */
  readonly sources: readonly PlayerSource[];
  readonly salt: string;
}

/** Plays one match of a run, and keeps its replay when the run asks for it. */
export async function playSpec(run: ReadyRun, spec: MatchSpec): Promise<MatchRecord> {
  const { setup, game } = run;
  const board = spec.board < 0 ? game.generateBoard!(spec.seed) : run.boards[spec.board];
  const limited = setup.budget !== 'none';
  const ports = await Promise.all(spec.players.map((player) => run.sources[player].open()));
  const replay: string[] = [];
  const leaders = new Leaders();
  const result = await playMatch({
    game: game.replay.long ? keepingMoves(game) : game,
    board,
    seed: spec.seed,
    ports,
    limited,
    ...(limited ? { key: matchKey(run.salt, spec) } : {}),
    ...(setup.replays === undefined ? {} : { record: (text: string) => replay.push(text) }),
    onRound: (state, round) => leaders.see(game.outcome(state).scores, round),
  });
  if (setup.replays !== undefined) keepReplay(setup.replays, replayName(game, spec.id), replay.join(''));
  const faults: SeatFault[] = result.verdicts.map(({ seat, round, fault, sentence }) => ({
    seat,
    round,
    fault,
    sentence,
  }));
  return {
    ...spec,
    scores: result.outcome.scores,
    reason: result.outcome.reason,
    rounds: result.rounds,
    faults,
    used: result.used,
    decided: leaders.since,
  };
}

/** The file of a match's replay in the run's folder of replays. */
export function replayName(game: AnyGame, id: string): string {
  return `${id}${game.replay.long ? '.moves' : game.replayEnding}.gz`;
}

function keepReplay(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  const partial = join(folder, `.${name}.${process.pid}.partial`);
  writeFileSync(partial, gzipSync(text, { level: 9 }));
  renameSync(partial, join(folder, name));
}

/** Since which round those in front have been in front. */
class Leaders {
  since = 0;
  private leader = -1;

  see(scores: readonly number[], round: number): void {
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
