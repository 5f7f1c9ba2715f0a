import type { AnyGame } from '@ludus/game/game.ts';
import { modulePlayer } from '@ludus/runtime/kinds.ts';
import { isPacked } from '@ludus/runtime/metering.ts';
import type { AnyImage, GuestModules, Libraries } from '@ludus/runtime/parts.ts';
import type { PlayerSource, ResolveContext } from '@ludus/runtime/resolve.ts';
import type { JobPlayer } from './job.ts';
import { playerHash } from './quarantine.ts';

type ModulePlayer = Extract<JobPlayer, { readonly kind: 'module' }>;

/** Maximum total size, in bytes, of the modules that a process keeps, including their prepared data. */
const MAX_BYTES = 64 * 2 ** 20;

interface PreparedModule {
  readonly size: number;
  readonly source: PlayerSource;
}

/** The modules that this process has metered and compiled. Each match has separate instances of them. */
export class PreparedModules {
  private readonly memoryBytes: number;
  /** The modules by key, least recently used first. */
  private readonly prepared = new Map<string, PreparedModule>();

  /** `memoryBytes`: the memory limit of a player. */
  constructor(memoryBytes: number) {
    this.memoryBytes = memoryBytes;
  }

  /**
   * Prepares a module, whatever its name in a match. Throws a `PlayerNotFoundError`, whose message names the player
   * only if the player's name is known.
   */
  async prepare(
    player: ModulePlayer,
    {
      seconds,
      guest,
      libraries,
      ...given
    }: {
      readonly game: AnyGame;
      readonly budget: 'fuel' | 'none';
      readonly seconds?: number | undefined;
      readonly image: AnyImage | undefined;
      /** The engine for the game's scripts, loaded when the first script plays. */
      readonly guest?: (() => Promise<GuestModules | undefined>) | undefined;
      /** The game's library for Python scripts, located when the first such script plays. */
      readonly libraries?: (() => Promise<Libraries | undefined>) | undefined;
    },
  ): Promise<PlayerSource> {
    const key = `${playerHash(player)} ${given.game.id} ${given.budget} ${seconds ?? ''}`;
    let found = this.prepared.get(key);
    if (found) this.prepared.delete(key);
    else {
      const session = { memoryBytes: this.memoryBytes };
      const limits = { session, ...(seconds !== undefined && { cpuMs: 1000 * seconds }) };
      const { bytes, shown } = player;
      const parts = isPacked(bytes) ? { guest: await guest?.(), libraries: await libraries?.() } : {};
      const context: ResolveContext = { ...given, ...parts, folder: '.', limits };
      const source = await modulePlayer(new Uint8Array(bytes), shown ?? 'the module', context);
      found = { size: bytes.length + (source.keptBytes ?? 0), source };
    }
    this.prepared.set(key, found);
    this.trim();
    return found.source;
  }

  private trim(): void {
    let size = 0;
    for (const [key, entry] of [...this.prepared].reverse()) {
      size += entry.size;
      if (size > MAX_BYTES) this.prepared.delete(key);
    }
  }
}
