import type { AnyGame } from '@ludus/game/game.ts';
import type { AnyImage } from '@ludus/runtime/image.ts';
import { modulePlayer, scriptPlayer } from '@ludus/runtime/module-player.ts';
import type { PlayerSource, ResolveContext } from '@ludus/runtime/resolve.ts';
import type { JobPlayer } from './job.ts';
import { playerHash } from './quarantine.ts';

type ModulePlayer = Extract<JobPlayer, { readonly kind: 'module' | 'script' }>;

/** Bytes of modules that a process keeps compiled. */
const MOST_BYTES = 64 * 2 ** 20;

interface Prepared {
  readonly size: number;
  readonly source: PlayerSource;
}

/** The modules that this process has metered and compiled; each match makes instances of its own of them. */
export class Modules {
  private readonly memoryBytes: number;
  /** The one used longest ago first. */
  private readonly prepared = new Map<string, Prepared>();

  /** `memoryBytes`: what a player may have. */
  constructor(memoryBytes: number) {
    this.memoryBytes = memoryBytes;
  }

  /** Whatever it is called in a match. Throws a `PlayerNotFound` with a sentence that does not name the player where nobody said what it is called. */
  async prepare(
    player: ModulePlayer,
    {
      seconds,
      ...given
    }: {
      readonly game: AnyGame;
      readonly budget: 'fuel' | 'none';
      readonly seconds?: number | undefined;
      readonly image: AnyImage | undefined;
    },
  ): Promise<PlayerSource> {
    const key = `${playerHash(player)} ${given.game.id} ${given.budget} ${seconds ?? ''}`;
    let found = this.prepared.get(key);
    if (found) this.prepared.delete(key);
    else {
      const session = { memoryBytes: this.memoryBytes };
      const limits = { session, ...(seconds !== undefined && { cpuMs: 1000 * seconds }) };
      found = { size: sizeOf(player), source: await sourceOf(player, { ...given, folder: '.', limits }) };
    }
    this.prepared.set(key, found);
    this.trim();
    return found.source;
  }

  private trim(): void {
    let size = 0;
    for (const [key, entry] of [...this.prepared].reverse()) {
      size += entry.size;
      if (size > MOST_BYTES) this.prepared.delete(key);
    }
  }
}

const sizeOf = (player: ModulePlayer): number =>
  player.kind === 'module' ? player.bytes.length : player.script.player.text.length;

function sourceOf(player: ModulePlayer, context: ResolveContext): Promise<PlayerSource> {
  const { shown } = player;
  if (player.kind === 'script') return scriptPlayer(player.script, shown ?? player.script.name, context);
  return modulePlayer(new Uint8Array(player.bytes), shown ?? 'the module', context);
}
