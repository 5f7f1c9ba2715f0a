import { expect, test } from 'vitest';
import { GAME } from '../testing/test-catalog.ts';
import { readExport, verifyExport } from './verify-export.ts';

const HEAD = '{"kind":"contest","form":{"game":"toy"},"engine":"x"}';

async function* linesOf(text: string) {
  yield* text.split('\n');
}

test.each([
  ['line 1 isn’t a line of a contest export: engine is not valid', '{"kind":"contest"}'],
  ['this isn’t a contest export', '{"kind":"__proto__"}'],
  [
    'line 2 isn’t a line of a contest export: match is not valid',
    `${HEAD}\n{"kind":"match","number":1,"state":"done"}`,
  ],
  ['line 2 isn’t a line of a contest export: rows is not valid', `${HEAD}\n{"kind":"table","batch":1}`],
  ['line 2 isn’t a line of a contest export: live is not valid', `${HEAD}\n{"kind":"batch","number":1,"live":{}}`],
  ['line 2 isn’t a line of a contest export', `${HEAD}\n${'['.repeat(100_000)}`],
  ['the export is incomplete: it ends after line 1', HEAD],
])('readExport rejects an invalid export and reports “%s”', async (sentence, text) => {
  await expect(readExport(linesOf(text))).rejects.toThrow(sentence);
});

test('readExport ignores lines whose kind it doesn’t need', async () => {
  const read = await readExport(linesOf(`${HEAD}\n{"kind":"entrant","name":7}\n{"kind":"end"}`));
  expect(read).toMatchObject({ game: 'toy', engine: 'x', matches: [] });
});

test('verifying an export finds a bot that had more fuel than another bot in the same language', async () => {
  const seat = (version: number, seconds: number) => ({ kind: 'module', module: '0'.repeat(64), version, seconds });
  const match = {
    ...{ kind: 'match', number: 7, match: 'ladder', state: 'done', batch: 1, rated: 1, board: 'a', seed: '1' },
    ...{
      key: '0'.repeat(64),
      seats: [seat(1, 4), seat(2, 4.1)],
      seconds: 1,
      engine: 'x',
      input: 'y',
      result_hash: 'z',
    },
    result: { scores: [1, 2], places: [2, 1], rounds: 1, reason: '', verdicts: [], used: [0, 0] },
  };
  const submissions = ['python', 'python'].map((language, i) => ({ kind: 'submission', number: i + 1, language }));
  const lines = [HEAD, ...submissions.map((each) => JSON.stringify(each)), JSON.stringify(match), '{"kind":"end"}'];
  const contest = await readExport(linesOf(lines.join('\n')));
  const play = () => Promise.reject(new Error('nothing is played'));
  const verdict = await verifyExport(contest, { share: 0, engine: 'x', play, builtins: [], rules: GAME });
  expect(verdict.differs).toBe(
    'match 7: submission 2 had 4.1 s of fuel, but another submission in its language had 4 s',
  );
});
