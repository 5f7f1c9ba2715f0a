import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { parseSeeds } from '../option-values.ts';
import { guessGame } from './guess-game.ts';
import { distinctNames, type LabOptions, labSetup } from './setup.ts';

const options = (more: Partial<LabOptions>): LabOptions => ({ budget: 'none', jobs: 1, stall: 1, ...more });

test('parseSeeds reads numbers and ranges, and rejects other words', () => {
  expect(parseSeeds('1..3,7,-2..-1')).toEqual([1, 2, 3, 7, -2, -1]);
  expect(parseSeeds('5,4..6')).toEqual([5, 4, 6]);
  for (const wrong of ['', '5..1', '1...3', 'x', '1..2147483648', '0..2000000000', '0..1000000', '1..999999,-2..-1'])
    expect(() => parseSeeds(wrong), wrong).toThrow();
});

test('boards can be named by file, folder, or name, and default to the game’s boards', async () => {
  const named = await labSetup(['Demo'], options({ game: 'madmax', boards: ['maze2', 'boards/madmax/maze1.cnf'] }));
  expect(named.setup.boards.map((board) => board.name)).toEqual(['maze2', 'maze1']);
  const folder = await labSetup(['Demo'], options({ boards: ['boards/starwar'] }));
  expect(folder.game.id).toBe('starwar');
  expect(folder.setup.boards.length).toBeGreaterThan(4);
  const own = await labSetup(['CamperJoe'], options({ game: 'angrymob' }));
  expect(own.setup.boards).toEqual([]);
});

test('the players determine the game if only one game fits', async () => {
  const mob = await labSetup(['CamperJoe', 'RandomRunners'], options({}));
  expect(mob.game.id).toBe('angrymob');
  const folder = mkdtempSync(join(tmpdir(), 'ludus-lab-'));
  const file = join(folder, 'Mine.ts');
  writeFileSync(
    file,
    "import { MadMaxPlayer } from 'ludus/madmax';\nexport default class extends MadMaxPlayer { play() {} }\n",
  );
  expect((await guessGame([file, 'Demo'], folder))?.id).toBe('madmax');
  expect(await guessGame(['Demo', 'Null'], folder)).toBeUndefined();
  rmSync(folder, { recursive: true });
});

test('a mistake in the options is reported in one message', async () => {
  const said = (specs: string[], more: Partial<LabOptions>) =>
    labSetup(specs, options(more)).then(
      () => 'nothing',
      (error: Error) => error.message,
    );
  expect(await said(['Demo'], {})).toContain('the game is missing');
  expect(await said(['Demo'], { game: 'madmox' })).toBe('unknown game madmox; did you mean madmax?');
  expect(await said(['Demo'], { game: 'madmax', boards: ['mase1'] })).toBe('no such board file or folder: mase1');
  expect(await said(['Demo'], { boards: ['boards/madmax', 'boards/starwar'] })).toContain('different games');
  expect(await said(['Demo'], { boards: ['default'] })).toBe(
    'no such board file or folder: default; to use a game’s own board by name, add --game',
  );
  for (const missing of ['./none.ts', 'none.py', 'bots/none'])
    for (const boards of [undefined, ['default']])
      expect(await said(['Demo', missing], boards ? { boards } : {})).toBe(`no such file: ${missing}`);
});

test('board names refer to boards of the bots’ game', async () => {
  const { game, setup } = await labSetup(['Moth', 'Mole'], options({ boards: ['default', 'pillars'] }), { exactly: 2 });
  expect([game.id, setup.boards.map(({ name }) => name)]).toEqual(['trails', ['default', 'pillars']]);
});

test('a game that has boards for different numbers of players uses the boards for the requested number', async () => {
  const names = async (...wanted: Parameters<typeof labSetup>[2][]) =>
    (await labSetup(['Mole', 'Moth'], options({ game: 'trails' }), ...wanted)).setup.boards.map(({ name }) => name);
  expect(await names()).toEqual(['default', 'pillars', 'walled']);
  expect(await names({ exactly: 3 })).toEqual(['triplet']);
  expect(await names({ atLeast: 4 })).toEqual(['crossing', 'plaza']);
  // With more players than any board has seats, the players take turns.
  expect(await names({ atLeast: 6 })).toEqual(['crossing', 'plaza']);
  await expect(names({ exactly: 5 })).rejects.toThrow('a match of Trails needs 2, 3, or 4 players, not 5');
  const mixed = options({ game: 'trails', boards: ['default', 'crossing'] });
  await expect(labSetup(['Mole', 'Moth'], mixed, { exactly: 2 })).rejects.toThrow('default for 2, crossing for 4');
  const three = options({ game: 'trails', boards: ['triplet'] });
  await expect(labSetup(['Mole'], three, { exactly: 2 })).rejects.toThrow('on these boards needs 3 players, not 2');
  await expect(labSetup(['Demo'], options({ game: 'madmax' }), { exactly: 2 })).rejects.toThrow('needs 4 players');
});

test('if no boards are named, the largest set of boards with the same teams is used, and the others are reported', async () => {
  const said: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  const { setup, seats, teams } = await labSetup(['Crab', 'Otter'], options({ game: 'periscope' }));
  expect({ seats, teams }).toEqual({ seats: 2, teams: undefined });
  expect(said.join('')).toBe(
    'boards with different teams are left out: fleets, pincer; to use them, name them with --boards\n',
  );
  write.mockRestore();
  expect(setup.boards.map(({ name }) => name)).not.toContain('fleets');
  const named = await labSetup(['Crab', 'Otter'], options({ game: 'periscope', boards: ['fleets', 'pincer'] }));
  expect(named).toMatchObject({ seats: 2, teams: [0, 1, 0, 1] });
  await expect(labSetup(['Crab'], options({ game: 'periscope', boards: ['fleets', 'default'] }))).rejects.toThrow(
    'the boards have different teams: fleets and default; name only boards with the same teams',
  );
});

test('a game that can generate boards does so when matches on its built-in boards would repeat', async () => {
  const boardsOf = async (game: string, players: readonly string[], exactly: number, boards?: readonly string[]) => {
    const asked = { ...options({ game, ...(boards && { boards }) }), avoidRepeats: true };
    return (await labSetup(players, asked, { exactly })).setup.boards.map(({ name }) => name);
  };
  expect(await boardsOf('trails', ['Moth', 'Gnat'], 2)).toEqual([]);
  expect(await boardsOf('trails', ['Moth', 'Gnat'], 2, ['pillars'])).toEqual(['pillars']);
  expect(await boardsOf('trails', ['Moth', 'Gnat', 'Null'], 3)).toEqual(['triplet']);
  // The game places its prizes at random.
  expect((await boardsOf('madmax', ['Demo', 'Null'], 4)).length).toBeGreaterThan(4);
});

test('an invalid number of players in a game with teams is an error', async () => {
  const four = labSetup(['Crab', 'Otter', 'Crab', 'Otter'], options({ game: 'periscope', boards: ['fleets'] }), {
    exactly: 4,
  });
  await expect(four).rejects.toThrow(
    'a match of Periscope on these boards needs 2 players, not 4: one player plays all seats of a team',
  );
});

test('a player entered twice gets two distinct names', async () => {
  const { setup } = await labSetup(['Demo', 'Null', 'Demo'], options({ game: 'madmax' }));
  expect(setup.players.map((player) => player.name)).toEqual(['Demo', 'Null', 'Demo#2']);
  expect(setup.players[0].fingerprint).toMatch(/^[0-9a-f]{16}$/);
});

test('files with the same name are distinguished by their folders, and duplicate players by numbers', () => {
  const names = (...specs: string[]) =>
    distinctNames(specs.map((spec) => ({ name: spec.replace(/.*\/|\.ts$/g, ''), spec, fingerprint: '' }))).map(
      ({ name }) => name,
    );
  expect(names('cls/anna/Mine.ts', 'cls/bob/Mine.ts', 'Demo')).toEqual(['anna-Mine', 'bob-Mine', 'Demo']);
  expect(names('Demo', 'Demo', 'Null')).toEqual(['Demo', 'Demo#2', 'Null']);
  expect(names('a/Mine.ts', 'a/Mine.ts')).toEqual(['Mine', 'Mine#2']);
  expect(names('./Mine.ts', 'a/Mine.ts')).toEqual(['Mine', 'Mine#2']);
});
