import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Services } from '../../node.ts';
import { isMapSeed } from '../rules/board.ts';

const LUDUS = fileURLToPath(new URL('../../../cli/bin/ludus.js', import.meta.url));
/** An arena waiting for two programs. */
export interface OpenArena {
  /** The arena's port for players, on 127.0.0.1. */
  readonly port: number;
  /** The address of the arena's page. */
  readonly page: string;
}

/** Maximum number of open arenas. Opening another arena closes the oldest. */
const MAX_ARENAS = 4;

/** Runs arenas as separate processes, which are opened from the studio and stopped together with it. */
export class Arenas {
  private readonly running: ChildProcess[] = [];

  /** Starts `ludus arena` on a free port, and waits until the program prints its address. */
  open(seed: bigint): Promise<OpenArena> {
    const child = spawn(process.execPath, [LUDUS, 'arena', '-seed', String(seed), '-port', '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, BROWSER: 'none' },
    });
    this.running.push(child);
    if (this.running.length > MAX_ARENAS) this.running.shift()?.kill();
    return new Promise((found, failed) => {
      let said = '';
      child.stderr.on('data', (piece: Buffer) => {
        said = (said + piece.toString()).slice(-4000);
        const port = /waiting for two players on \S+:(\d+)/.exec(said)?.[1];
        const page = /the game is shown on (\S+)/.exec(said)?.[1];
        if (port && page) found({ port: Number(port), page });
      });
      child.once('error', failed);
      child.once('exit', () => failed(new Error(`the arena did not open: ${said.trim().split('\n').at(-1) ?? ''}`)));
    });
  }

  close(): void {
    for (const child of this.running) child.kill();
  }
}

/** Returns the services that open an arena on the map of a seed, at the request of the studio's panel. */
export function services(): Services {
  const arenas = new Arenas();
  return {
    calls: {
      async arena(query) {
        const seed = query.get('seed') ?? '';
        if (!/^-?\d{1,19}$/.test(seed) || !isMapSeed(BigInt(seed)))
          throw new Error(`${seed} isn’t a map seed: use a 64-bit whole number`);
        return await arenas.open(BigInt(seed));
      },
    },
    close: () => arenas.close(),
  };
}
