import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type GoldenReplay, goldenReplays } from 'ludus/conformance/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MAIN = join(ROOT, 'packages/cli/bin/ludus.js');
const BOARD = join(ROOT, 'packages/games/starwar/boards/maze1.cnf');

let folder: string;
let replay: string;

/** Runs `ludus …` in a separate folder, and in a separate process if it gets standard input. */
async function ludus(args: string[], input?: string) {
  if (input === undefined) {
    const { status, stdout, stderr } = await runHere(args, folder);
    return { code: status, out: stdout, err: stderr };
  }
  const run = spawnSync(process.execPath, [MAIN, ...args], { cwd: folder, input, encoding: 'utf8' });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-verify-'));
  const board = readFileSync(BOARD, 'utf8');
  replay = (await ludus(['match', 'Demo', 'Null', 'Demo', 'Null', '-s', '5'], board)).out;
  writeFileSync(join(folder, 'plain.res'), replay);
  writeFileSync(join(folder, 'windows.res'), replay.replaceAll('\n', '\r\n'));
  // Gzip is recognised by its first bytes, not by the file's name.
  writeFileSync(join(folder, 'packed.res'), gzipSync(replay));
  writeFileSync(join(folder, 'changed.res.gz'), gzipSync(replay.replace('rnd 17\n', 'rnd 71\n')));
  writeFileSync(join(folder, 'cut.res'), replay.slice(0, 30_000));
  writeFileSync(join(folder, 'cut.res.gz'), gzipSync(replay).subarray(0, 500));
  writeFileSync(join(folder, 'picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 255]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('verify prints ok for each valid file, whether plain, with CRLF, compressed, or from standard input', async () => {
  expect(await ludus(['verify', 'plain.res', 'windows.res', 'packed.res'])).toEqual({
    code: 0,
    out: 'ok plain.res: revision 1\nok windows.res: revision 1\nok packed.res: revision 1\n',
    err: '',
  });
  expect(await ludus(['verify', '-'], replay)).toEqual({ code: 0, out: 'ok standard input: revision 1\n', err: '' });
});

test.skipIf(process.platform === 'win32')('verify prints no escape sequences from a file’s name', async () => {
  const [good, bad] = ['\x1b[31mgood.res', '\x1b[31mbad.res'];
  writeFileSync(join(folder, good), replay);
  writeFileSync(join(folder, bad), 'nothing');
  const { out, err } = await ludus(['verify', good, bad]);
  expect(out).toBe('ok ?[31mgood.res: revision 1\n');
  expect(err).toMatch(/^ludus: \?\[31mbad\.res: /);
});

test('verify prints FAIL with the round, the expected text, and the actual text', async () => {
  expect(await ludus(['verify', 'plain.res', 'changed.res.gz'])).toEqual({
    code: 1,
    out: expect.stringMatching(
      /^ok plain\.res: revision 1\nFAIL changed\.res\.gz: round 17: line \d+: expected "rnd 17", found "rnd 71" \(with revision 1, which agrees longest with the replay; revisions: 1, 2\)\n$/,
    ),
    err: '',
  });
});

test.each([
  ['cut.res', /^ludus: cut\.res: line \d+: the replay is incomplete: it ends in round \d+\n$/],
  ['cut.res.gz', /^ludus: cannot unpack cut\.res\.gz: .+\n$/],
  ['picture.png', /^ludus: picture\.png: this isn’t a replay of Trails, .*\n$/],
  ['missing.res', /^ludus: cannot read missing\.res: there is no such file\n$/],
  ['.', /^ludus: cannot read \.: it is a folder\n$/],
])('verify reports %s as an error, and still checks the other files', async (file, sentence) => {
  const run = await ludus(['verify', file, 'plain.res']);
  expect(run).toEqual({ code: 2, out: 'ok plain.res: revision 1\n', err: expect.stringMatching(sentence) });
});

test('verify checks that a sidecar belongs to its replay, and that player names are valid', async () => {
  await ludus(['match', 'Demo', 'Null', 'Demo', 'Null', '--budget', 'fuel', '-i', BOARD, '-o', 'told.res.gz']);
  expect(await ludus(['verify', 'told.res.gz'])).toEqual({ code: 0, out: 'ok told.res.gz: revision 1\n', err: '' });
  const sidecar = readFileSync(join(folder, 'told.res.json'), 'utf8');
  for (const [changed, sentence] of [
    [sidecar.replace('"replay"', '"other"'), 'the sidecar does not name its replay'],
    [
      sidecar.replace(/"replay":"./, (start) => `${start.slice(0, -1)}${start.endsWith('0') ? 1 : 0}`),
      'a different replay',
    ],
    ['{', 'the sidecar is not valid JSON'],
  ]) {
    writeFileSync(join(folder, 'told.res.json'), changed);
    const { code, out } = await ludus(['verify', 'told.res.gz']);
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining(sentence) });
  }
  writeFileSync(join(folder, 'named.res'), replay.replace('names Demo', 'names \u001b[31mDemo'));
  const { code, out } = await ludus(['verify', 'named.res']);
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringMatching(/^FAIL named\.res: .*"\\u001b\[31mDemo" isn’t a valid name/),
  });
});

test('branch and debug don’t run a replay’s player names as commands', async () => {
  writeFileSync(join(folder, 'command.res'), replay.replace('names Demo', 'names cmd:id'));
  const wrong = {
    code: 2,
    out: '',
    err: expect.stringContaining('ludus: the replay names the command cmd:id, which Ludus doesn’t run'),
  };
  expect(await ludus(['branch', 'command.res', '--round', '3'])).toEqual(wrong);
  expect(await ludus(['debug', 'command.res', '--seat', '0'])).toEqual(wrong);
});

test('view doesn’t make a page for a match with an unreadable sidecar', async () => {
  writeFileSync(join(folder, 'beside.res'), replay);
  mkdirSync(join(folder, 'beside.res.json'));
  const { code, err } = await ludus(['view', 'beside.res', '-o', 'beside.html']);
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining('cannot read beside.res.json: it is a folder'),
  });
  expect(existsSync(join(folder, 'beside.html'))).toBe(false);
});

test('verify without files reports invalid usage', async () => {
  expect((await ludus(['verify'])).code).toBe(2);
});

test('verify accepts every golden replay of Mad Max and Star War', async () => {
  const said = (of: readonly GoldenReplay[], words: string) => of.map(({ file }) => ({ file, words }));
  const files = [
    ...said(goldenReplays('madmax'), ''),
    ...said(goldenReplays('starwar'), ': revision 1'),
    ...said(goldenReplays('starwar', '2'), ': revision 2'),
  ];
  const run = await ludus(['verify', ...files.map(({ file }) => file)]);
  expect(run).toEqual({ code: 0, out: files.map(({ file, words }) => `ok ${file}${words}\n`).join(''), err: '' });
  expect(files.length).toBeGreaterThanOrEqual(9);
});

test('a match uses the chosen revision, and its sidecar and branches keep that revision', async () => {
  const players = ['Dummy', 'Demo', 'Dummy', 'Demo', '-s', '3', '-i', BOARD];
  expect((await ludus(['match', ...players, '--revision', '2', '-o', 'second.res'])).code).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'second.res.json'), 'utf8'))).toMatchObject({ revision: '2' });
  await ludus(['branch', 'second.res', '--round', '200', '--recorded', '-o', 'branch.res']);
  const wanted = 'ok second.res: revision 2\nok branch.res: revision 2\n';
  expect(await ludus(['verify', 'second.res', 'branch.res'])).toEqual({ code: 0, out: wanted, err: '' });
  expect((await ludus(['debug', 'second.res', '--seat', '0', '--player', 'Dummy'])).code).toBe(0);
  const sidecar = readFileSync(join(folder, 'second.res.json'), 'utf8').replace('"revision":"2"', '"revision":"1"');
  writeFileSync(join(folder, 'second.res.json'), sidecar);
  expect((await ludus(['verify', 'second.res'])).out).toBe(
    'FAIL second.res: second.res.json: the sidecar names revision 1, but the replay follows revision 2\n',
  );
  expect(await ludus(['match', ...players, '--revision', '3'])).toMatchObject({
    code: 2,
    err: 'ludus: --revision 3: Star War has no revision 3; choose 1 or 2\n',
  });
});
