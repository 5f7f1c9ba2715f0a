import { toPrintable } from '@ludus/kernel/token-reader.ts';
import { FAULTS, type Fault, type Game, type RoundRecord } from './game.ts';

/**
 * One recorded round as lines of text, for any game. Two formats use them: `textReplay`, and the compact replays in
 * which the laboratory stores its matches.
 *
 *     freeze 2 time            a player failed before this round was played
 *     used 0 0.01 1 0.2        under a budget: seat and used share, for every seat that has used some
 *     12: 0 1;;2 9;            the moves, by seat; the round's number may be omitted
 *     12: 1=fold;3=raise 2     in a game with `actors`: the move of each of them
 */
export type RoundCodec<State, Move> = Pick<
  // biome-ignore lint/suspicious/noExplicitAny: no line of a round holds a board
  Game<any, State, Move>,
  'move' | 'newMove' | 'clearMove' | 'freeze' | 'charge' | 'actors'
>;

/** The lines of a round, each with its line end. `number`: the round's number, or '' to omit it. */
export function printRound<S, M>(
  rules: RoundCodec<S, M>,
  number: number | '',
  asked: readonly M[],
  { info, failed, faults, shares, actors }: Omit<RoundRecord, 'shares'> & { readonly shares: readonly number[] },
): string {
  let text = '';
  for (const seat of failed) text += `freeze ${seat} ${faults[seat]}\n`;
  if (info.limited) {
    let used = '';
    for (let seat = 0; seat < shares.length; seat++) if (shares[seat] !== 0) used += ` ${seat} ${shares[seat]}`;
    if (used !== '') text += `used${used}\n`;
  }
  if (rules.actors) return `${text}${number}:${printActors(rules, asked, actors)}\n`;
  return `${text}${number}: ${asked.map((move) => rules.move.print(move)).join(';')}\n`;
}

const printActors = <S, M>(rules: RoundCodec<S, M>, asked: readonly M[], actors: readonly number[]): string =>
  actors.length === 0 ? '' : ` ${actors.map((seat) => `${seat}=${rules.move.print(asked[seat])}`).join(';')}`;

/**
 * `more`: the round continues with the next line. `round`: this was the last line of the round, which can now be
 * played. `wrong`: an error message.
 */
export type RoundLine =
  | { readonly kind: 'more' | 'round' }
  | { readonly kind: 'wrong'; readonly why: string; readonly token: string };

const MORE: RoundLine = { kind: 'more' };
const ROUND: RoundLine = { kind: 'round' };
const wrong = (why: string, token: string): RoundLine => ({ kind: 'wrong', why: toPrintable(why), token });

/**
 * Called before a round's lines are read, because players that these lines don't name have used nothing and haven't
 * failed.
 */
export function clearRecord(record: RoundRecord): void {
  record.shares.fill(0);
  record.failed.length = 0;
}

/**
 * Reads one line into `asked` and `record`, and applies failures and budgets to `state`. `number`: the expected round.
 */
export function readRoundLine<S, M>(
  rules: RoundCodec<S, M>,
  line: string,
  number: number,
  asked: M[],
  state: S,
  record: RoundRecord,
): RoundLine {
  const round = /^(\d*):(?: (.*))?$/.exec(line);
  if (round !== null) {
    // A game may not count the round in which a player fails. The round then has the number of the previous round.
    if (round[1] !== '' && Number(round[1]) !== number && Number(round[1]) !== number - 1)
      return wrong(`expected round ${number}, found round ${round[1]}`, round[1]);
    return readMoves(rules, round[2] ?? '', asked, state, record);
  }
  const [word, ...rest] = line.split(' ');
  if (word === 'freeze') return readFreeze(rules, rest, state, record);
  if (word === 'used') return readUsed(rest, record);
  return wrong(`expected "freeze", "used", or a round, found ${shown(word)}`, word);
}

function readMoves<S, M>(rules: RoundCodec<S, M>, line: string, asked: M[], state: S, record: RoundRecord): RoundLine {
  const parts = rules.actors ? partsOfActors(rules, line, asked.length, state, record) : line.split(';');
  if (parts === undefined)
    return wrong(`expected a move of each player that acts (${record.actors.join(', ') || 'none'})`, line);
  if (parts.length !== asked.length) return wrong(`expected ${asked.length} moves separated by semicolons`, line);
  for (let seat = 0; seat < asked.length; seat++) {
    if (record.faults[seat] !== undefined && parts[seat] !== rules.move.print(rules.newMove()))
      return wrong(`player ${seat} is disqualified but has a move: ${shown(parts[seat])}`, parts[seat]);
    rules.clearMove(asked[seat]);
    try {
      rules.move.read(parts[seat], asked[seat]);
    } catch (error) {
      return wrong((error as Error).message, parts[seat]);
    }
  }
  if (record.info.limited && rules.charge !== undefined)
    for (let seat = 0; seat < asked.length; seat++)
      if (record.faults[seat] === undefined) rules.charge(state, seat, record.shares[seat]);
  return ROUND;
}

/** By seat: the moves of the acting players, which are noted in the record, and empty moves for the other players. */
function partsOfActors<S, M>(
  rules: RoundCodec<S, M>,
  line: string,
  seats: number,
  state: S,
  record: RoundRecord,
): string[] | undefined {
  record.actors = actorsOf(rules, state, record.faults);
  const found = line === '' ? [] : line.split(';');
  const empty = rules.move.print(rules.newMove());
  const parts = Array.from({ length: seats }, () => empty);
  if (found.length !== record.actors.length) return undefined;
  for (const [at, seat] of record.actors.entries()) {
    if (!found[at].startsWith(`${seat}=`)) return undefined;
    parts[seat] = found[at].slice(`${seat}=`.length);
  }
  return parts;
}

/** The players that act in a round, except disqualified players. */
export function actorsOf<S>(
  rules: Pick<RoundCodec<S, unknown>, 'actors'>,
  state: S,
  faults: readonly (Fault | undefined)[],
): readonly number[] {
  return rules.actors!(state).filter((seat) => faults[seat] === undefined);
}

function readFreeze<S, M>(
  rules: RoundCodec<S, M>,
  [word = '', fault = '', ...more]: string[],
  state: S,
  record: RoundRecord,
): RoundLine {
  const seat = readSeat(word, record);
  if (seat === undefined) return wrong(`there is no seat ${shown(word)}`, word);
  if (!FAULTS.includes(fault as Fault) || more.length > 0)
    return wrong(`expected one of ${FAULTS.join(', ')}, found ${shown([fault, ...more].join(' '))}`, fault);
  if (record.faults[seat] !== undefined) return wrong(`player ${seat} is already disqualified`, word);
  record.faults[seat] = fault as Fault;
  record.failed.push(seat);
  rules.freeze(state, seat, fault as Fault);
  return MORE;
}

function readUsed(words: string[], record: RoundRecord): RoundLine {
  for (let i = 0; i < words.length; i += 2) {
    const seat = readSeat(words[i], record);
    if (seat === undefined) return wrong(`there is no seat ${shown(words[i])}`, words[i]);
    const share = Number(words[i + 1]);
    if (!/^\d/.test(words[i + 1] ?? '') || !Number.isFinite(share))
      return wrong(`expected the share of seat ${seat}, found ${shown(words[i + 1] ?? '')}`, words[i + 1] ?? '');
    record.shares[seat] = share;
  }
  return MORE;
}

function readSeat(word: string, { shares }: RoundRecord): number | undefined {
  const seat = Number(word);
  return /^\d+$/.test(word) && seat < shares.length ? seat : undefined;
}

/** Shortens a token of a file for a sentence: 'nothing', or at most forty characters of the token. */
function shown(token: string): string {
  if (token === '') return 'nothing';
  return token.length > 40 ? `${token.slice(0, 40)}…` : token;
}
