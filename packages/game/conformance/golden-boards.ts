import { HASH_START, hashText } from '@ludus/kernel/hash.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { AnyFixture } from './fixture.ts';
import { hexOf } from './playthrough.ts';

/** Number of generated boards in the summary, with one line per board. */
const GENERATED = 40;
/** Number of boards whose numbers are changed, one at a time. */
const CHANGED = 8;
const FIRST_SEED = 2001;
/** Maximum number of changed numbers per board; maps have many more. */
const MAX_NUMBERS = 16;

/**
 * Summarises the game's generated boards, and the numbers that its reader accepts. The summary covers rules about
 * boards that no match reaches. It is stable as long as the generator, the reader, and the fixture are.
 *
 *     seed 1 hash 7f0a12c4
 *     board 1 hash 12c47f0a
 *     board 1: "dice 4": dice 0 refused, dice 3 read, dice 5 read, dice 9 read, dice 40 refused
 */
export function summarizeBoards({ game, ...fixture }: AnyFixture): string {
  const lines: string[] = [];
  for (let seed = 1; game.generateBoard && seed <= GENERATED; seed++)
    lines.push(`seed ${seed} hash ${hexOf(hashText(game.printBoard(game.generateBoard(seed)), HASH_START))}`);
  for (let n = 1; n <= CHANGED; n++) {
    const seed = FIRST_SEED + n;
    const text = game.printBoard(fixture.wildBoard?.(new Lehmer(seed)) ?? game.generateBoard!(seed));
    lines.push(`board ${n} hash ${hexOf(hashText(text, HASH_START))}`);
    for (const { index, 0: found } of [...text.matchAll(/[a-z]+ \d+/gi)].slice(0, MAX_NUMBERS)) {
      const word = found.split(' ')[0];
      const number = Number(found.split(' ')[1]);
      const tried = [0, number - 1, number + 1, 2 * number + 1, 10 * number].map((other) => {
        const changed = `${text.slice(0, index)}${word} ${other}${text.slice(index + found.length)}`;
        return `${word} ${other} ${game.readBoard(changed).ok ? 'read' : 'refused'}`;
      });
      lines.push(`board ${n}: "${found}": ${tried.join(', ')}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Returns a sentence that describes which board differs from `before` or is read differently, or undefined if there is
 * no difference.
 */
export function describeBoards(fixture: AnyFixture, before: string): string | undefined {
  const now = summarizeBoards(fixture).split('\n');
  const old = before.split('\n');
  const at = now.findIndex((line, n) => line !== old[n]);
  if (at < 0)
    return old.length === now.length
      ? undefined
      : `it has ${old.length} lines, but the current summary has ${now.length}`;
  const [line, was = ''] = [now[at], old[at]];
  const seed = /^seed (\d+) /.exec(line)?.[1];
  if (seed !== undefined && was.startsWith(`seed ${seed} `)) return `the board of seed ${seed} has changed`;
  const [, place, numbers] = /^(board \d+: "[^"]*"): (.*)$/.exec(line) ?? [];
  if (place === undefined || !was.startsWith(`${place}: `))
    return `line ${at + 1} was ${JSON.stringify(was)}, but now is ${JSON.stringify(line)}: did the fixture or the board's format change?`;
  const earlier = new Set(was.slice(place.length + 2).split(', '));
  const [other] = numbers.split(', ').filter((each) => !earlier.has(each));
  const [, shown, verdict] = /^(.*) (read|refused)$/.exec(other)!;
  return `on ${place.replace(': ', ' with ')}, "${shown}" is now ${verdict}, but was ${verdict === 'read' ? 'refused' : 'read'}`;
}
