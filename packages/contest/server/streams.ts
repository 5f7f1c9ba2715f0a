import type { ProblemCode } from '../api/problems.ts';

/** The properties of a stream: its contest, its person and session, if any, and its network (network.ts). */
export interface StreamProperties {
  readonly contest: number;
  readonly person: number | null;
  readonly session: string | null;
  readonly network: string;
}

/**
 * Limits for open streams: for this server, and from one network on all servers. A lecture hall with two pages per
 * person shares one address.
 */
export const MAX_STREAMS = { all: 5000, network: 1000 };

/**
 * Responses that stay open. They end when the permission that allowed them expires. A browser that still has access
 * reconnects by itself.
 */
export class Streams {
  private readonly open = new Map<() => void, StreamProperties>();
  private readonly networks = new Map<string, number>();
  private readonly most: typeof MAX_STREAMS;
  private readonly elsewhere: (network: string) => number;

  /** `elsewhere`: returns the number of a network's streams on other servers. */
  constructor(most = MAX_STREAMS, elsewhere: (network: string) => number = () => 0) {
    this.most = most;
    this.elsewhere = elsewhere;
  }

  /** Returns the number of open streams, by network. */
  get ofNetworks(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.networks);
  }

  /** Returns the status and the reason if a network can't open one more stream; undefined if it can. */
  full(network: string): readonly [status: number, code: ProblemCode] | undefined {
    if ((this.networks.get(network) ?? 0) + this.elsewhere(network) >= this.most.network)
      return [429, 'events/address'];
    return this.open.size >= this.most.all ? [503, 'events/many'] : undefined;
  }

  /** Adds a stream. `end` is called at most once, and not after `remove`. */
  add(of: StreamProperties, end: () => void): { remove(): void } {
    const once = () => end();
    this.open.set(once, of);
    this.networks.set(of.network, (this.networks.get(of.network) ?? 0) + 1);
    return { remove: () => this.remove(once) };
  }

  /** Ends all streams with these properties. */
  end(which: Partial<StreamProperties>): void {
    for (const [end, of] of this.open) {
      const isOne = Object.entries(which).every(([name, value]) => of[name as keyof StreamProperties] === value);
      if (!isOne) continue;
      this.remove(end);
      end();
    }
  }

  private remove(once: () => void): void {
    const of = this.open.get(once);
    if (!of) return;
    this.open.delete(once);
    const left = this.networks.get(of.network)! - 1;
    if (left > 0) this.networks.set(of.network, left);
    else this.networks.delete(of.network);
  }
}
