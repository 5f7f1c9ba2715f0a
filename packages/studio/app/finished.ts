import { replayText } from '@ludus/viewer/replay.ts';
import { signal } from '@preact/signals';
import type { RecentMatch } from '../data/recent.ts';

/** A match that was played here to its end, with the replay as text. */
export type FinishedMatch = Omit<RecentMatch, 'replay' | 'drafts'> & {
  readonly replay: string;
  readonly drafts?: RecentMatch['drafts'] | undefined;
};

/** The newest one. */
export const finished = signal<FinishedMatch | undefined>(undefined);

/** The replay of a match kept, gzipped. */
export const bytesOf = async ({ replay }: RecentMatch): Promise<Uint8Array> =>
  new Uint8Array(await replay.arrayBuffer());

/** The same as text. */
export async function textOf(kept: RecentMatch): Promise<string> {
  const text = replayText(await bytesOf(kept));
  if (!text.ok) throw new Error(text.problem.message);
  return text.value;
}
