import type { AnyGame } from '@ludus/game/game.ts';
import { SILENT_OUTPUT } from '@ludus/game/output.ts';
import { HASH_START, mix } from '@ludus/kernel/hash.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import type { MatchRecord, MatchSpec } from '@ludus/lab/results.ts';
import { newMatchKey, playMatch } from '@ludus/referee/match.ts';
import { Leaders } from '@ludus/referee/observers.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { kitFor } from '../games/kits.ts';
import { OwnPlayerError } from '../match/own-player.ts';
import { type OpenSeat, openSeat } from '../match/play-order.ts';
import type { DuelOrder } from './order.ts';

/**
 * Plays one match of a duel, with the same result as on the command line. Calls `onRound` after each round. Throws an
 * `OwnPlayerError` if a player cannot play.
 */
export async function playDuelMatch(
  { boards, players, fuel, ...rules }: DuelOrder,
  spec: MatchSpec,
  onRound: () => void = () => {},
  open: OpenSeat = openSeat,
): Promise<MatchRecord> {
  const kit = kitFor(rules);
  if (typeof kit === 'string') throw new OwnPlayerError(kit);
  const { game } = kit;
  // With separate engines, the third argument selects the player. Otherwise, this argument only appears in messages.
  const runners = spec.players.map((player) => open(kit, players[player], player, SILENT_OUTPUT, () => {}));
  const leaders = new Leaders(spec.teams);
  const isHidden = game.observe !== undefined && players.some(({ kind }) => kind === 'own');
  const ownKey = isHidden ? newMatchKey() : undefined;
  const key = fuel?.secret === undefined ? ownKey : keyOf(fuel.secret, spec, isHidden);
  let course = HASH_START;
  const result = await playMatch({
    game,
    board: spec.board < 0 ? game.generateBoard!(spec.seed) : boardOf(game, boards[spec.board]),
    seed: spec.seed,
    runners,
    ...(key !== undefined && { limited: true, key }),
    onRound(state, round) {
      leaders.update(game.outcome(state).scores, round);
      course = mix(course, game.hash(state));
      onRound();
    },
  });
  return {
    ...spec,
    scores: result.outcome.scores,
    reason: result.outcome.reason,
    rounds: result.rounds,
    faults: result.verdicts.map(({ seat, round, fault, sentence }) => ({ seat, round, fault, sentence })),
    used: result.used,
    decided: leaders.since,
    course,
    ...(result.key !== undefined && { key: result.key }),
  };
}

/**
 * The key of a match with a budget. The key is the same as on the command line (`matchKey`), but is computed
 * synchronously and without Node.
 */
export const keyOf = (secret: string, { board, seed, id }: MatchSpec, isHidden: boolean): string =>
  bytesToHex(sha256(utf8ToBytes(`${secret} ${board} ${seed}${isHidden ? ` ${id}` : ''}`)));

/** The boards that have already been read, by their text. */
const read = new Map<string, unknown>();

function boardOf(game: AnyGame, { name, text }: DuelOrder['boards'][number]): unknown {
  if (!read.has(text)) {
    const board = game.readBoard(text);
    if (!board.ok) throw new OwnPlayerError(`the board ${name} is not valid: ${describeProblem(board.problem)}`);
    read.set(text, board.value);
  }
  return read.get(text);
}
