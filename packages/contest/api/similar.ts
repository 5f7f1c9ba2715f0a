import * as z from 'zod';
import { instant, slug } from '../words.ts';
import { ofContest } from './contest.ts';
import { done, number, route } from './route.ts';

const side = z.object({
  name: z.string(),
  version: z.string(),
  year: z.string().nullable(),
  /** The time of submission, if known; comparisons from an earlier release don't contain the time. */
  at: instant.nullish(),
});

/** How much the live players' choices agree in the same recorded matches. */
const agreement = z.object({
  players: z.int(),
  showings: z.int(),
  rounds: z.int(),
  pairs: z.int(),
  unusual: z.int(),
  top: z.array(
    z.object({
      left: side.omit({ year: true, at: true }),
      right: side.omit({ year: true, at: true }),
      /**
       * The additional agreement in the choices that the other players leave open, and half the width of its 95%
       * interval. 0: the two agree as often as any two players. 1: the two always agree.
       */
      excess: z.number(),
      margin: z.number(),
      unusual: z.boolean(),
    }),
  ),
});

export const similarReply = z.object({
  /** `none`: no comparison has been requested yet. */
  state: z.enum(['none', 'waiting', 'running', 'done', 'failed']),
  /** The time when the comparison ended. */
  at: instant.nullable(),
  /** The progress of the comparison, 0 to 1. */
  done: z.number(),
  /** The reason why the comparison failed. */
  why: z.string().nullable(),
  /** The result of the comparison. Shares are 0 to 1. */
  summary: z
    .object({
      entrants: z.int(),
      sources: z.int(),
      /** Number of compared pairs of entrants, and number of unusual pairs (with a similarity of at least `level`). */
      pairs: z.int(),
      unusual: z.int(),
      level: z.number(),
      median: z.number(),
      nearlyAll: z.number(),
      /** Number of pairs whose sources the report shows side by side, under the anchors `#pair-1` and so on. */
      shown: z.int(),
      /** The most similar pairs. */
      top: z.array(z.object({ similarity: z.number(), unusual: z.boolean(), left: side, right: side })),
      /** Groups of entrants that are connected by unusual pairs. */
      groups: z.array(z.array(side.omit({ version: true, at: true }))),
      /** Sources that couldn't be compared, one message each. */
      left: z.array(z.string()),
      behaviour: agreement.nullable(),
    })
    .nullable(),
  /** Groups of submissions from different entrants; all submissions in a group were compiled to the same module. */
  same: z.array(z.array(z.object({ entrant: z.int(), name: z.string(), submission: z.int() }))),
  collections: z.array(
    z.object({
      id: number,
      kind: z.enum(['earlier', 'template']),
      label: z.string(),
      /** The contest on this server that the sources come from; null: the sources were uploaded. */
      contest: slug.nullable(),
      sources: z.int(),
      /** The time at which the collection is deleted; null: it is kept. */
      goes: instant.nullable(),
    }),
  ),
});
export type SimilarReply = z.infer<typeof similarReply>;

/** Maximum number of sources in one request, and maximum number of characters in these sources. */
export const SOURCES_AT_ONCE = 500;
export const CHARACTERS_AT_ONCE = 4 * 2 ** 20;

const source = z.object({
  /** The author's name, and the version of the author's source. */
  name: z.string().min(1).max(200),
  version: z.string().max(300),
  /** The file name. Its extension determines the language. */
  file: z.string().min(1).max(300),
  text: z.string().max(512 * 1024),
});

const ofCollection = ofContest.extend({ collection: number });

export const similar = {
  similar: route({
    method: 'GET',
    path: '/contests/:contest/similar',
    needs: 'owner',
    summary:
      'Return the comparison of all submissions (its progress or result), and the sources that were added to it.',
    params: ofContest,
    reply: similarReply,
  }),
  compare: route({
    method: 'POST',
    path: '/contests/:contest/similar',
    needs: 'owner',
    summary: 'Compare all submissions of all entrants again, in a separate process.',
    params: ofContest,
    reply: similarReply,
  }),
  similarReport: route({
    method: 'GET',
    path: '/contests/:contest/similar/report',
    needs: 'owner',
    summary: 'Return the report as one HTML page without scripts or external files. It quotes sources.',
    params: ofContest,
    type: 'text/html',
  }),
  similarPairs: route({
    method: 'GET',
    path: '/contests/:contest/similar/csv',
    needs: 'owner',
    summary: 'Return all compared pairs as CSV.',
    params: ofContest,
    type: 'text/csv',
  }),
  addCollection: route({
    method: 'POST',
    path: '/contests/:contest/similar/collections',
    needs: 'owner',
    summary:
      'Add a collection to compare with: another contest on this server, an earlier contest’s sources, or files handed out to everyone. Upload the sources afterwards.',
    params: ofContest,
    body: z.object({
      kind: z.enum(['earlier', 'template']),
      /** The collection's label, for example the year. */
      label: z.string().trim().min(1).max(60),
      contest: slug.nullable().default(null),
      goes: instant.nullable().default(null),
    }),
    reply: z.object({ id: number }),
  }),
  addSources: route({
    method: 'POST',
    path: '/contests/:contest/similar/collections/:collection',
    needs: 'owner',
    summary: 'Add sources to a collection that submissions are compared with.',
    params: ofCollection,
    body: z.object({ sources: z.array(source).min(1).max(SOURCES_AT_ONCE) }),
    reply: z.object({ sources: z.int() }),
    most: 4 * CHARACTERS_AT_ONCE,
  }),
  removeCollection: route({
    method: 'DELETE',
    path: '/contests/:contest/similar/collections/:collection',
    needs: 'owner',
    summary: 'Delete a collection.',
    params: ofCollection,
    reply: done,
  }),
};
