import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bestSandboxLevel } from '@ludus/runtime/sandbox.ts';
import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { connect, LUDUS, type McpTestClient } from './testing/connect.ts';

// Slow: the client starts the command line, and each tool call starts it again. In a quick run, the agent's own bot
// plays one match; the bot starts in the sandbox for each match.

let agent: McpTestClient;
beforeAll(async () => {
  agent = await connect();
});
afterAll(() => agent?.close());
const call: McpTestClient['call'] = async (...given) => {
  const answer = await agent.call(...given);
  if (!['rules', 'read'].includes(given[0])) expect(answer.text).not.toMatch(/\bnp[mx] |(?<![/\w])--\w/);
  return answer;
};

test('a client lists the tools with their arguments', async () => {
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...['rules', 'new', 'read', 'write', 'copy', 'check', 'match', 'climb', 'why', 'duel'],
    ...['benchmark', 'league', 'verify', 'submit'],
  ]);
  for (const { name, description, inputSchema } of tools) {
    expect(description, name).toMatch(/\.$/);
    expect(inputSchema.type).toBe('object');
  }
  expect(agent.client.getInstructions()).toContain('Begin with rules');
});

test('an agent creates, changes, and compares a bot, and climbs with the bot, using only the tools', async () => {
  expect((await call('rules', { game: 'trails', language: 'typescript' })).text).toMatch(
    /# A complete bot[\s\S]*\n# Tools\n[\s\S]*- `check`: Check a bot\n/,
  );
  expect(await call('new', { game: 'trails', language: 'typescript', name: 'Mine' })).toMatchObject({ isError: false });
  expect((await call('read', { path: 'Mine' })).text.split('\n')).toContain('Mine.ts');
  await call('copy', { from: 'Mine/Mine.ts', to: 'Mine/Old.ts' });
  const fresh = `import { TrailsPlayer } from 'ludus/trails';

export default class Mine extends TrailsPlayer {
  play() {
    const options = [this.heading, this.left(this.heading), this.right(this.heading)];
    const free = options.find((direction) => this.isFree(this.next(direction)));
    if (free !== undefined) this.go(free);
  }
}
`;
  expect((await call('write', { path: 'Mine/Mine.ts', text: fresh })).isError).toBe(false);
  const match = { bots: ['Mine/Mine.ts', 'Null'], board: 'pillars', replay: 'first.trails' };
  expect((await call('match', match)).text).toMatch(/player Mine got score \d/);
  expect((await call('verify', { replay: 'first.trails' })).text).toBe('ok ./first.trails');
  expect((await call('why', { replay: 'first.trails', seat: 0 })).text).toMatch(
    /^Trails: \w+( \(seat 0\))?, seat 0, \d+ rounds/,
  );
  const own = IS_LONG_RUN ? 'Mine/Mine.ts' : 'Moth';
  const duel = { game: 'trails', fresh: own, old: 'Null', pairs: 10 };
  expect((await call('duel', duel)).text).toMatch(/(Mine|Moth) is stronger than Null: it won \d+ of \d+ matches/);
  // A quick run ends here, because the tests below run check and climb.
  if (!IS_LONG_RUN) return;
  expect((await call('check', { game: 'trails', bot: own })).text).toContain('All steps passed.');
  expect(
    (await call('climb', { game: 'trails', bot: own, from: 'Gnat', pairs: 2, replay: 'worst.trails' })).text,
  ).toMatch(/4 matches against each opponent[\s\S]*\n 2\. Gnat /);
});

if (IS_LONG_RUN)
  test('an error in a bot is returned as a result that names the line of the error', async () => {
    await call('write', { path: 'Broken.ts', text: 'export default class {\n  play( {}\n}\n' });
    const { text, isError } = await call('check', { game: 'trails', bot: 'Broken.ts', quick: true });
    expect([isError, text]).toEqual([expect.any(Boolean), expect.stringMatching(/Broken\.ts:3/)]);
  });

// A quick run skips this test, because league-state.test.ts tests the agent's view of a league. The tests of
// packages/cli/benchmark run measurements.
if (IS_LONG_RUN)
  test('an agent measures a bot, and sees a league in its folder', async () => {
    const measured = await call('benchmark', { game: 'trails', bot: 'Null', pairs: 1 });
    expect(measured.text).toMatch(/Trails: Null .*\n {2}place \d\.\d+/);
    expect((await call('read', { path: 'benchmark.html' })).text).toContain('Null');
    const args = ['league', 'Moth', 'Null', '--game', 'trails', '--rounds', '1', '--matches', '2', '-o', 'league'];
    expect(spawnSync(process.execPath, [LUDUS, ...args], { cwd: agent.folder }).status).toBe(0);
    const { text } = await call('league', { league: 'league', bot: 'Null' });
    const [state, , ...digest] = text.split('\n');
    expect(JSON.parse(state)).toMatchObject({ round: 1, standings: [{ name: 'Moth' }, { name: 'Null' }] });
    expect(digest[0]).toMatch(/^digest/);
    expect((await call('league', { league: 'league', bot: 'Nope' })).text).toContain('choose Moth, Null');
    expect((await call('league', { league: 'league', round: 2 })).text).toContain('isn’t complete');
    expect((await call('league', {})).text).toContain('name a league’s folder');
    expect(await call('league', { league: '../league' })).toMatchObject({ isError: true });
  });

test('tools reject paths and links that lead out of the folder, and a command as a bot', async () => {
  symlinkSync('/etc', join(agent.folder, 'etc'));
  symlinkSync('/nowhere/new', join(agent.folder, 'gone'));
  const outside = ['../secret', '/etc/passwd', 'etc/passwd', 'etc/new', 'gone', 'Mine/../../x'];
  for (const path of outside) {
    expect(await call('read', { path }), path).toMatchObject({ isError: true });
    expect(await call('write', { path, text: 'x' }), path).toMatchObject({ isError: true });
    // A quick run checks only the first path, because each check starts a command. folder.test.ts tests all paths.
    if (IS_LONG_RUN || path === outside[0])
      expect(await call('check', { game: 'trails', bot: path }), path).toMatchObject({ isError: true });
  }
  for (const bot of ['cmd:touch x', '--help', ...(IS_LONG_RUN ? ['-o', 'cmd: ls'] : [])])
    expect(await call('check', { game: 'trails', bot }), bot).toMatchObject({ isError: true });
});

if (IS_LONG_RUN)
  test('bots run in the sandbox, or the result warns that none is available', async () => {
    const file = join(agent.folder, 'written');
    // The bot ends before its first move. A check of a bot that answers would start the bot a dozen times more.
    const spy = `open(${JSON.stringify(file)}, 'w')\n`;
    await call('write', { path: 'Spy.py', text: spy });
    const bot = 'Spy.py';
    const calls = {
      ...(IS_LONG_RUN && { check: { game: 'trails', bot } }),
      match: { bots: [bot, 'Null'], board: 'pillars', replay: 'spy.trails' },
    };
    for (const [name, given] of Object.entries(calls)) {
      const { content } = await agent.client.callTool({ name, arguments: given }, { timeout: 600_000 });
      const isSafe = bestSandboxLevel() !== undefined;
      expect(existsSync(file), name).toBe(!isSafe);
      expect(JSON.stringify(content).includes('This machine has no sandbox'), name).toBe(!isSafe);
    }
  });

/** A Trails bot that is too slow for any machine to finish a long duel in seconds. */
const SLOW = `import { TrailsPlayer } from 'ludus/trails';
export default class Slow extends TrailsPlayer {
  play() {
    for (const end = Date.now() + 50; Date.now() < end; );
  }
}
`;

test('a duel stops after the requested time, and reports how to continue', async () => {
  await call('write', { path: 'Slow.js', text: SLOW });
  const slow = { fresh: 'Slow.js', old: 'Slow.js' };
  const { text, isError } = await call('duel', { game: 'trails', ...slow, pairs: 2000, seconds: 3 });
  expect([isError, text]).toEqual([
    false,
    expect.stringMatching(/Stopped after 3 s\. The same call continues the duel\.$/),
  ]);
  // The folder that the tool checks for links.
  expect(existsSync(join(agent.folder, 'runs'))).toBe(true);
});

if (IS_LONG_RUN)
  test('a client that asks for progress gets the command’s output line by line, with increasing numbers', async () => {
    const seen: { readonly progress: number; readonly message?: string | undefined }[] = [];
    const climb = { name: 'climb', arguments: { game: 'trails', bot: 'Moth', pairs: 1, replay: 'short.trails' } };
    await agent.client.callTool(climb, { timeout: 600_000, onprogress: (progress) => seen.push(progress) });
    expect(seen.map(({ progress }) => progress)).toEqual(seen.map((_, index) => index + 1));
    expect(seen.map(({ message }) => message)).toContainEqual(expect.stringMatching(/1\. Null +100% .* beaten/));
  });

test('invalid arguments return an error, and the server keeps running', async () => {
  expect(await call('rules', { game: 'chess', language: 'python' })).toMatchObject({ isError: true });
  expect(await call('match', { bots: ['Moth', 'Nope'], board: 'pillars', replay: 'x' })).toEqual({
    text: expect.stringContaining('there is no bot Nope for Trails'),
    isError: true,
  });
  expect((await call('read', { path: 'missing' })).text).toBe('no such file: missing');
  await call('write', { path: 'there.py', text: 'x' });
  expect((await call('copy', { from: 'there.py', to: 'x'.repeat(300) })).text).toMatch(/: the name is too long$/);
});

if (IS_LONG_RUN)
  test('a client can cancel a call, and the next call gets a result', async () => {
    const cancel = new AbortController();
    const duel = { game: 'trails', fresh: 'Moth', old: 'Moth', pairs: 2000 };
    await expect(
      agent.client.callTool(
        { name: 'duel', arguments: duel },
        { signal: cancel.signal, onprogress: () => cancel.abort(new Error('enough')) },
      ),
    ).rejects.toThrow('enough');
    expect((await call('read', { path: '.' })).isError).toBe(false);
  });

if (IS_LONG_RUN)
  test('a message that is too long stops the server with an error', () => {
    const input = `"${'x'.repeat(11 * 2 ** 20)}"\n`;
    const { status, stderr } = spawnSync(process.execPath, [LUDUS, 'mcp', agent.folder], { input, encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, 'ludus: a message is longer than 10 MiB, so the server stops\n']);
  });

// A quick run skips this test, because the test above also ends a command.
if (IS_LONG_RUN)
  test.skipIf(process.platform !== 'linux')('a command stops when its server is killed', async () => {
    const dying = await connect();
    onTestFinished(() => dying.close());
    const { pid } = dying.client.transport as StdioClientTransport;
    let command = '';
    const climb = { name: 'climb', arguments: { game: 'trails', bot: 'Moth', pairs: 1000 } };
    const asked = dying.client.callTool(climb, {
      onprogress() {
        if (command !== '') return;
        command = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
        process.kill(pid!, 'SIGKILL');
      },
    });
    await expect(asked).rejects.toThrow();
    expect(command).toMatch(/^\d+$/);
    await expect.poll(() => isRunning(command), { timeout: 60_000 }).toBe(false);
  });

/** Checks whether a process is running; a zombie isn't. */
function isRunning(pid: string): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const packages = fileURLToPath(new URL('../../../.cache/python-mcp', import.meta.url));
const python = { encoding: 'utf8', env: { ...process.env, PYTHONPATH: packages } } as const;
const hasClient = spawnSync('python3', ['-c', 'import mcp'], python).status === 0;

if (IS_LONG_RUN)
  test.skipIf(!hasClient && process.env.CI !== 'true')(
    'the official Python client calls the tools (pip install --target .cache/python-mcp mcp==2.3.0)',
    () => {
      const client = fileURLToPath(new URL('testing/client.py', import.meta.url));
      const { stdout, stderr } = spawnSync('python3', [client, process.execPath, LUDUS, agent.folder], python);
      expect(stdout, stderr).toMatch(/^rules new read write copy .*\n# Trails: rules\n$/);
    },
  );
