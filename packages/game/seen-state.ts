import type { Fault, RoundRecord } from './game.ts';

/**
 * A line of text with one seat's observation, for pages that show a match with hidden information. One such line per
 * round follows the header of a replay. The line contains every field of the state except the board, which is in the
 * header.
 */
interface SeenLine {
  readonly state: unknown;
  readonly shares: readonly number[];
  readonly faults: readonly (Fault | null)[];
}

const MARK = 'seen ';

type Fields = Record<string, unknown>;

/** Prints a line with a seat's observation after a round, including the line end. `state`: the result of `observed`. */
export function printSeen(board: unknown, state: unknown, { shares, faults }: Omit<RoundRecord, 'info'>): string {
  const line: SeenLine = {
    state: plain(state, board),
    shares,
    faults: Array.from(shares, (_, seat) => faults[seat] ?? null),
  };
  return `${MARK}${JSON.stringify(line)}\n`;
}

/** Whether a string contains a replay's header followed by one seat's observations instead of moves. */
export const isSeen = (text: string): boolean => text.startsWith(MARK);

/**
 * Reads a line of `printSeen`. `template`: a state on the same board, which is overwritten.
 *
 * @throws Error for any other line
 */
export function readSeen(line: string, template: unknown, record: RoundRecord): void {
  if (!isSeen(line)) throw new Error('this line isn’t a seat’s observation');
  const { state, shares, faults } = JSON.parse(line.slice(MARK.length)) as SeenLine;
  fill(template as Fields, state as Fields);
  shares.forEach((share, seat) => {
    record.shares[seat] = share;
    record.faults[seat] = faults[seat] ?? undefined;
  });
}

function plain(value: unknown, board: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array);
  if (Array.isArray(value)) return value.map((each) => plain(each, board));
  if (value instanceof Map || value instanceof Set)
    throw new Error('an observed state can’t contain a map or a set: use lists');
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== board)
      .map(([name, part]) => [name, plain(part, board)]),
  );
}

/**
 * Copies plain values into the fields of a state, so that its lists keep their types and its objects keep their
 * methods.
 */
function fill(target: Fields, source: Fields): void {
  for (const [name, value] of Object.entries(source)) {
    const old = target[name];
    if (ArrayBuffer.isView(old)) target[name] = (old.constructor as Uint8ArrayConstructor).from(value as number[]);
    else if (Array.isArray(old) && Array.isArray(value)) target[name] = value.map((each, at) => filled(old[at], each));
    else target[name] = filled(old, value);
  }
}

function filled(old: unknown, value: unknown): unknown {
  const isObject = typeof old === 'object' && old !== null && typeof value === 'object' && value !== null;
  if (!isObject || Array.isArray(old) || Array.isArray(value)) return value;
  fill(old as Fields, value as Fields);
  return old;
}
