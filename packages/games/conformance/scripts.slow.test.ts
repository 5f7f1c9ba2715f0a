import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlayerOutput } from '@ludus/game/output.ts';
import { type AnyRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { guestModules, ourEngine, readScript, rustForWasm } from '@ludus/runtime/kinds.ts';
import { GUEST, type Script, ScriptRunner, tryScript } from '@ludus/runtime/metering.ts';
import { DEFAULT_MEMORY_BYTES } from '@ludus/runtime/parts.ts';
import { bundledPlayer } from '@ludus/runtime/testing.ts';
import { expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import '../hooks.ts';
import type { AnyKit } from '../kit.ts';
import { builtinPlayer, KITS, kitOf } from '../registry.ts';
import { anyBoard, GAMES_FOLDER, guestOf, playScripts, seatsOn } from './script-match.ts';

const engine = await ourEngine(DEFAULT_MEMORY_BYTES);

/**
 * Plays against the sparring partner in the last seat, and in a long run also in the first seat. The same player runs
 * in two ways: `here` in this process, and `there` in a separate engine.
 */
async function bothWays(kit: AnyKit, here: (output: PlayerOutput) => AnyRunner, script: Script): Promise<void> {
  const board = anyBoard(kit);
  const seats = seatsOn(kit, board);
  for (const seat of IS_LONG_RUN ? [0, seats - 1] : [seats - 1]) {
    const logs: string[][] = [];
    const results = [];
    for (const where of ['here', 'there']) {
      const log: string[] = [];
      logs.push(log);
      const output: PlayerOutput = { log: (text) => log.push(text), draw: (shape) => log.push(JSON.stringify(shape)) };
      const runners = Array.from({ length: seats }, (_, at) => {
        if (at !== seat) return builtinPlayer(kit.game.id, kit.partners.sparring).open();
        const runner =
          where === 'here' ? here(output) : new ScriptRunner(kit.game, kit.image, engine, script, { output });
        return Object.assign(runner, { name: 'Player' });
      });
      results.push(await playScripts(kit, board, runners));
    }
    expect(results[1].verdicts).toEqual(results[0].verdicts);
    expect(results[1].replay === results[0].replay, `the replays differ, seat ${seat}`).toBe(true);
    expect(logs[1]).toEqual(logs[0]);
  }
}

/**
 * A game with random events needs an image, because its moves alone don't reveal the board's draws. In games with
 * `observe`, bots follow the dialogue.
 */
const samples = KITS.filter(({ game, image }) => !game.observe && (image || !game.setGenerator)).flatMap((kit) =>
  (['typescript', 'javascript'] as const).flatMap((language) => {
    const sample = kit.samples?.[language];
    return sample ? [{ kit, id: kit.game.id, language, file: GAMES_FOLDER + sample.file }] : [];
  }),
);

test.each(samples)(
  'the $language sample of $id plays the same match in this process and in its own engine',
  async ({ kit, file }) => {
    const guest = await guestOf(kit.game.id);
    if (!guest || !kit.api) throw new Error(`${kit.game.id} has samples, and no players that are modules`);
    const code = (await import(file)).default;
    const script = await readScript(file, kit.game.id, guest);
    await bothWays(kit, (output) => kit.api!.open('Player', code, output) as AnyRunner, script);
  },
);

// A starter must compile with the oldest compiler in docs/wasi-players.md, which is the one in Debian.
const rust = rustForWasm('full');
const inRust = new Set(KITS.flatMap(({ samples }) => samples?.rust?.file ?? []));
test.skipIf(!rust && process.env.CI !== 'true').each([...inRust])(
  '%s compiles for WebAssembly without warnings (rustc)',
  (file) => {
    const folder = mkdtempSync(join(tmpdir(), 'ludus-rust-'));
    const flags = ['--edition', '2021', '-D', 'warnings', '--emit=metadata', '--target', rust!.target];
    const { stderr } = spawnSync(rust!.program, [...flags, '--out-dir', folder, GAMES_FOLDER + file], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(stderr).toBe('');
  },
);

const BUILTIN = [
  ['madmax', 'Demo', 'cylinder/players/demo.ts', 'demo'],
  ['madmax', 'Dummy', 'cylinder/players/dummy.ts', 'dummy'],
  ['starwar', 'Dummy', 'cylinder/players/dummy.ts', 'dummy'],
  ['angrymob', 'ProfessorRandom', 'angrymob/players/simple-players.ts', 'ProfessorRandom'],
  ['angrymob', 'GravityGoers', 'angrymob/players/gravity-goers.ts', 'GravityGoers'],
  ['angrymob', 'Warlord', 'angrymob/players/warlord.ts', 'Warlord'],
] as const;

test.each(BUILTIN)(
  '$1 in $0 plays the same match in this process and in its own engine',
  async (game, name, file, exported) => {
    const kit = KITS.find((each) => each.game.id === game)!;
    expect(existsSync(GAMES_FOLDER + file)).toBe(true);
    const script = await bundledPlayer(game, GAMES_FOLDER + file, exported, (await guestOf(game))!);
    await bothWays(kit, (output) => builtinPlayer(game, name).open(output), script);
  },
);

test('a bot in its own engine plays the same match when another bot is disqualified', async () => {
  const kit = kitOf('trails');
  const board = readFileSync(`${GAMES_FOLDER}trails/boards/triplet.board`, 'utf8');
  const file = GAMES_FOLDER + kit.samples!.typescript!.file;
  const code = (await import(file)).default;
  const script = await readScript(file, 'trails', (await guestOf('trails'))!);
  const crashing = (): AnyRunner => {
    let round = 0;
    return {
      name: 'Crashing',
      play() {
        if (++round === 7) throw new PlayerFault('crash', 'Crashing crashed.');
      },
    };
  };
  for (const seat of [0, 2]) {
    const results = [];
    for (const where of ['here', 'there']) {
      const own = () =>
        where === 'here'
          ? (kit.api!.open('Player', code) as AnyRunner)
          : Object.assign(new ScriptRunner(kit.game, kit.image, engine, script), { name: 'Player' });
      const runners = [0, 1, 2].map((at) =>
        at === seat ? own() : at === 1 ? crashing() : builtinPlayer('trails', kit.partners.sparring).open(),
      );
      results.push(await playScripts(kit, board, runners));
    }
    expect(results[0].verdicts).toEqual(['6 crash: Crashing crashed.']);
    expect(results[1]).toEqual(results[0]);
  }
});

test.each(KITS.map(({ game }) => game.id))(
  'the engine starts the code of %s within the start-up fuel limit, but not if a long loop is added',
  async (id) => {
    const parts = await guestOf(id);
    if (!parts) return;
    const guest = await guestModules(parts);
    const spinning = (turns: number): Script => ({
      game: id,
      name: 'Mine',
      guest: guest.map((each) =>
        each.name === GUEST
          ? { ...each, text: `let sum = 0; for (let i = 0; i < ${turns}; i++) sum += i;\n${each.text}` }
          : each,
      ),
      player: { name: 'Mine.js', text: 'export default () => {};' },
    });
    expect(() => tryScript(engine, spinning(0))).not.toThrow();
    expect(() => tryScript(engine, spinning(300_000))).toThrow(WebAssembly.RuntimeError);
  },
);
