import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '@ludus/cli/commands.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from './program.ts';

const PICK = fileURLToPath(new URL('./pick/', import.meta.url));
const PICKER = join(PICK, 'samples/picker.js');

let folder: string;
const { ludus, done, served } = program(() => folder, { LUDUS_GAMES: join(PICK, 'kit.ts') });
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-every-command-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How a game that no command knows goes through each command; a command that is missing here fails the test below. */
const TRIED: Readonly<Record<keyof typeof COMMANDS, () => void | Promise<void>>> = {
  play() {
    expect(done('play', '--game', 'pick', '-s', '3', '--no-live')).toContain('The replay is replays');
  },
  match() {
    done('match', 'Lucky', 'Round', 'Low', '-i', 'three', '-s', '7', '-o', 'm.pick', '--log', 'logs');
    done('match', PICKER, 'Low', '-i', 'boards/pick/default', '-o', 'p.pick', '--budget', 'cpu');
    expect(done('match', '-l', '-i', 'three')).toContain('Lucky');
    expect(ludus('match', 'Lucky', 'Low', '-i', 'three').stderr).toContain('needs 3 players, not 2');
  },
  verify() {
    expect(done('verify', 'm.pick', 'p.pick')).toBe('ok m.pick\nok p.pick\n');
  },
  view: () => served(['view', 'm.pick'], ['/folder/m.pick']),
  open: () => served(['open', '.'], ['/api/folder']),
  build() {
    expect(ludus('build', 'AIPick.cc', '--game', 'pick')).toMatchObject({ status: 2, stdout: '' });
  },
  sandbox() {
    expect(ludus('sandbox').stdout).not.toBe('');
  },
  new() {
    done('new', 'player', '--lang', 'javascript', '--game', 'pick', '--name', 'Mine');
    expect(readdirSync(join(folder, 'Mine'))).toContain('board.txt');
    expect(ludus('new', 'player', '--lang', 'cpp', '--game', 'pick', '--name', 'Other').status).toBe(2);
  },
  check() {
    expect(done('check', './Mine/Mine.js', '--game', 'pick')).toContain('All steps passed');
  },
  debug() {
    expect(done('debug', 'p.pick', '--seat', '0', '--player', PICKER)).toContain('in all 9 rounds as recorded');
    expect(ludus('debug', 'm.pick', '--seat', '0', '--player', 'Low').status).toBe(1);
  },
  batch() {
    done(
      'batch',
      'Lucky',
      'Round',
      'Low',
      '--game',
      'pick',
      '--boards',
      'three',
      '--seeds',
      '1..8',
      '-j',
      '1',
      '-o',
      'b',
      '--replays',
    );
    expect(readFileSync(join(folder, 'b/results.jsonl'), 'utf8').trim().split('\n')).toHaveLength(8);
  },
  expand() {
    const [kept] = readdirSync(join(folder, 'b/replays'));
    // A replay that holds nothing but moves is kept as it is.
    expect(ludus('expand', join('b/replays', kept)).stderr).toContain('there is nothing to expand');
    done('verify', join('b/replays', kept));
  },
  duel() {
    const args = ['--game', 'pick', '--boards', 'three', '-j', '1', '-o', 'd', '--limit', '60', '--elo1', '100'];
    const { status, stdout } = ludus('duel', 'Round', 'Low', ...args);
    expect([0, 1]).toContain(status);
    expect(stdout).toMatch(/Round/);
    // In a game for three each of the two sits in every seat, alone and in two of them.
    const results = readFileSync(join(folder, 'd/results.jsonl'), 'utf8').trim().split('\n');
    const seated = results.map((line) => JSON.parse(line).players.join());
    expect(new Set(seated).size).toBe(6);
  },
  tournament() {
    const args = ['--game', 'pick', '--boards', 'three', '-j', '1', '-o', 't', '--format', 'roundrobin'];
    done('tournament', 'Lucky', 'Round', 'Low', ...args, '--matches', '4');
  },
  rate() {
    expect(done('rate', 't')).toContain('Lucky');
  },
  report() {
    done('report', 't', '-o', 'r.html');
    expect(readFileSync(join(folder, 'r.html'), 'utf8')).toContain('Lucky');
  },
  strength() {
    expect(ludus('strength', '--game', 'pick')).toMatchObject({ status: 2, stdout: '' });
  },
  env() {
    expect(ludus('env', 'pick')).toMatchObject({ status: 2, stdout: '' });
  },
  cache() {
    expect(ludus('cache').status).toBe(0);
  },
  bench() {
    // Measures Ludus itself, on games of its own.
    expect(ludus('bench', '--help').status).toBe(0);
  },
};

test('every command is tried with a game that it does not know', () => {
  expect(Object.keys(TRIED).sort()).toEqual(Object.keys(COMMANDS).sort());
});

for (const [name, tried] of Object.entries(TRIED)) test(`ludus ${name}`, tried);
