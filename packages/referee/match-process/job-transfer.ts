import type { JobPlayer, MatchJob, MatchOutcome, MatchProcessLimits } from './job.ts';

type Module = Extract<JobPlayer, { readonly kind: 'module' }>;

/** A job in transfer: a number stands for each module, whose bytes are sent once to each process. */
export interface TransferredJob extends Omit<MatchJob, 'players'> {
  readonly players: readonly (Exclude<JobPlayer, Module> | TransferredModule)[];
  /** Modules that the process does not have yet, and modules that it must drop first. */
  readonly newModules: readonly (readonly [number: number, bytes: Uint8Array])[];
  readonly droppedModules: readonly number[];
}
type TransferredModule = Omit<Module, 'bytes'> & { readonly number: number };

/** Maximum total size, in bytes, of the modules that a process keeps for later matches. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Tracks the modules that a process has received. The process keeps the current match's modules, and other modules up
 * to `maxBytes` bytes in total. A module is identified by its array, so the same bytes in another array are sent again.
 */
export class JobSender {
  /** The number of each module that the process has, least recently used first. */
  private readonly numbers = new Map<Uint8Array, number>();
  private readonly maxBytes: number;
  private next = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.maxBytes = maxBytes;
  }

  pack({ players, ...job }: MatchJob): TransferredJob {
    const newModules: [number, Uint8Array][] = [];
    const sent = players.map((player) => {
      if (player.kind !== 'module') return player;
      const { bytes, ...rest } = player;
      const known = this.numbers.get(bytes);
      const number = known ?? this.next++;
      if (known === undefined) newModules.push([number, bytes]);
      this.numbers.delete(bytes);
      this.numbers.set(bytes, number);
      return { ...rest, number };
    });
    return { ...job, players: sent, newModules, droppedModules: this.trim(new Set(players.flatMap(bytesOf))) };
  }

  private trim(needed: ReadonlySet<Uint8Array>): number[] {
    const droppedModules: number[] = [];
    let size = 0;
    for (const [bytes, number] of [...this.numbers].reverse()) {
      size += bytes.length;
      if (size <= this.maxBytes || needed.has(bytes)) continue;
      this.numbers.delete(bytes);
      droppedModules.push(number);
    }
    return droppedModules;
  }
}

const bytesOf = (player: JobPlayer): Uint8Array[] => (player.kind === 'module' ? [player.bytes] : []);

/** The counterpart of `JobSender` in the process: stores the received modules, by number. */
export class JobReceiver {
  private readonly modules = new Map<number, Uint8Array>();

  unpack({ players, newModules, droppedModules, ...job }: TransferredJob): MatchJob {
    for (const number of droppedModules) this.modules.delete(number);
    for (const [number, bytes] of newModules) this.modules.set(number, bytes);
    return {
      ...job,
      players: players.map((player) => {
        if (player.kind !== 'module') return player;
        const { number, ...rest } = player;
        return { ...rest, bytes: this.modules.get(number)! };
      }),
    };
  }
}

/** Messages from the owner of jobs to the process that plays them. Module bytes are sent in binary form. */
export type MatchProcessRequest =
  | { readonly kind: 'setup'; readonly limits: MatchProcessLimits; readonly maxBytes: number }
  /** `careful`: whether to record which player the process asks. */
  | { readonly kind: 'play'; readonly job: TransferredJob; readonly careful: boolean };

/** Messages from the process that plays jobs to their owner. */
export type MatchProcessResponse =
  | { readonly kind: 'ready'; readonly engine: string }
  /** `spent`: whether the process uses too much memory to play the next match. */
  | { readonly kind: 'done'; readonly outcome: MatchOutcome; readonly spent: boolean };
