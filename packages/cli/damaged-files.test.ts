import { readExport, writeExport } from '@ludus/contest/rounds.ts';
import { FORMATS, madeTerms, pickBoard, pickedRound } from '@ludus/contest/testing.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import { readSidecar } from '@ludus/game/replay.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { expandMoves, keepingMoves } from '@ludus/lab/moves-file.ts';
import { readJournal, readResults } from '@ludus/lab/results.ts';
import { openBranch } from '@ludus/referee/branch.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { verifyReplay } from '@ludus/referee/verify.ts';
import { ModuleRejectedError, packScript, unpackScript } from '@ludus/runtime/metering.ts';
import { linkOf, readLink } from '@ludus/studio/matches.ts';
import { anyBoard, seatsOn } from 'ludus/conformance/testing.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { GAMES, KITS } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../tools/long-run.ts';

// For any content of a file, its reader terminates and returns a value or a problem, without an exception. A reader
// that loops exceeds the test's time limit.

const DAMAGES = IS_LONG_RUN ? 20_000 : 40;

const WORDS = [
  '-1',
  '0',
  '1',
  '2147483648',
  '1e309',
  '9'.repeat(400),
  'NaN',
  'null',
  '{',
  '[',
  '"',
  '\\u0000',
  '\n',
  '\r\n',
];
const ODD = ['\0', '\u200b', '\ud800', '\u{1f600}', '\u001b[2J', '=', '<', '__proto__', 'constructor'];

/** Returns the text with one to four random changes: a part removed, duplicated, moved, inserted, or altered. */
function damaged(text: string, random: Lehmer): string {
  const at = () => random.range(0, Math.max(0, text.length - 1));
  for (let left = random.range(1, 4); left > 0; left--) {
    const from = at();
    const to = Math.min(text.length, from + random.range(0, random.range(0, 9) === 0 ? 2000 : 12));
    const part = text.slice(from, to);
    const word = [...WORDS, ...ODD][random.range(0, WORDS.length + ODD.length - 1)];
    const put = ['', part + part, word, String.fromCharCode(random.range(1, 126)), text.slice(at()).slice(0, 40)];
    text =
      random.range(0, 19) === 0 ? text.slice(0, from) : text.slice(0, from) + put[random.range(0, 4)] + text.slice(to);
  }
  return text;
}

function replayOf(kit: AnyKit, game: AnyGame): string {
  const board = game.readBoard(anyBoard(kit));
  if (!board.ok) throw new Error(board.problem.message);
  const runners = Array.from({ length: seatsOn(kit, anyBoard(kit)) }, () => kit.players[0].open());
  const pieces: string[] = [];
  playMatchSync({ game, board: board.value, seed: 5, runners, record: (text) => pieces.push(text) });
  return pieces.join('');
}

const sidecar = {
  ludus: 'sidecar',
  version: 1,
  replay: 'a'.repeat(64),
  unit: 'fuel',
  budget: [[0.5, -1]],
  verdicts: [{ round: 1, seat: 1, fault: 'time', sentence: 'Mine used up its budget.' }],
  log: [{ round: 0, seat: 0, text: 'hello' }],
  overlays: [{ round: 0, seat: 0, shapes: [{ kind: 'text', at: [1, 2], text: 'here' }] }],
};
const result = {
  game: 'pick',
  match: 'b0-s1',
  board: 'a',
  seed: 1,
  players: ['A', 'B'],
  scores: [1, 2],
  shares: [0, 1],
  reason: 'rounds',
  rounds: 3,
  decided: 1,
  used: [0, 0.5],
  faults: [{ seat: 0, round: 2, fault: 'crash', sentence: 'A crashed.' }],
};
const record = { id: 'b0-s1', board: 0, seed: 1, players: [0, 1] };
const terms = madeTerms(FORMATS['last-out'], 2, { game: 'pick', boards: [{ name: 'a', text: pickBoard(2) }] });
const player = { name: 'Mine.ts', text: 'export default class {}' };
const script = packScript({ game: 'madmax', name: 'Mine', guest: [], player });

interface Format {
  readonly name: string;
  readonly whole: string;
  /** `n`: the number of the change. */
  readonly read: (text: string, n: number) => unknown;
}

const FORMATS_READ: readonly Format[] = [
  ...KITS.flatMap((kit): Format[] => [
    { name: `a board of ${kit.game.title}`, whole: anyBoard(kit), read: (text) => kit.game.readBoard(text) },
    {
      name: `a replay of ${kit.game.title}`,
      whole: replayOf(kit, kit.game),
      // Every twentieth file is also replayed up to its damage, which takes as long as a match.
      read: (text, n) =>
        n % 20 === 0 ? [verifyReplay(text, GAMES), openBranch(text, GAMES)] : kit.game.replay.open(text),
    },
    ...(kit.game.replay.isLong
      ? [
          {
            name: `a compact replay of ${kit.game.title}`,
            whole: replayOf(kit, keepingMoves(kit.game)),
            read: (text: string) => expandMoves(text, GAMES),
          },
        ]
      : []),
  ]),
  { name: 'a sidecar', whole: JSON.stringify(sidecar, null, 1), read: readSidecar },
  { name: 'the results of a run', whole: `${JSON.stringify(result)}\n`.repeat(3), read: readResults },
  {
    name: 'the journal of a run',
    whole: `${JSON.stringify({ ludus: 'journal', version: 1, plan: 'a' })}\n${JSON.stringify(record)}\n`,
    read: readJournal,
  },
  { name: 'the export of a final', whole: writeExport(pickedRound(terms, 3).round), read: readExport },
  {
    name: 'a match link',
    whole: await linkOf({
      game: 'trails',
      boardName: 'pillars',
      seed: 1,
      players: [{ kind: 'builtin', name: 'Moth' }],
      round: 0,
    }),
    read: (text) => readLink(text),
  },
  {
    name: 'a packed script',
    whole: Buffer.from(script).toString('latin1'),
    read: (text) => {
      try {
        return unpackScript(Buffer.from(text, 'latin1'));
      } catch (error) {
        if (error instanceof ModuleRejectedError) return error.message;
        throw error;
      }
    },
  },
];

test.each(FORMATS_READ)(
  'the reader of $name returns a value or a problem for damaged input',
  async ({ whole, read }) => {
    await read(whole, 0);
    const random = new Lehmer(7);
    for (let n = 0; n < DAMAGES; n++) {
      const text = damaged(whole, random);
      try {
        await read(text, n);
      } catch (error) {
        expect.fail(`damage ${n}: ${JSON.stringify(text.slice(0, 300))}: ${(error as Error).stack}`);
      }
    }
  },
);
