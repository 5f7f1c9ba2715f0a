import * as z from 'zod';
import { instant } from '../words.ts';
import { ofContest } from './contest.ts';
import { done, number, route } from './route.ts';
import { matchLine } from './submissions.ts';

const callerLine = z.object({
  caller: z.int(),
  /** The caller's nickname; null: the caller hasn't chosen a nickname. */
  name: z.string().nullable(),
  points: z.number(),
  /** Number of the caller's calls, and number of correct calls. */
  calls: z.int(),
  hits: z.int(),
});
export type CallerLine = z.infer<typeof callerLine>;

const history = z.object({
  /** By side: the place on the ladder. */
  places: z.array(z.int().nullable()),
  /** By side: the number of wins in a row; negative: the number of matches in a row without a win. */
  streaks: z.array(z.int()),
  /** For each pair of sides that have met before: how often each was ahead, and which was ahead last time. */
  meetings: z.array(
    z.object({
      one: z.int(),
      other: z.int(),
      ahead: z.tuple([z.int(), z.int()]),
      last: z.int().nullable(),
    }),
  ),
});

const premiere = z.object({
  number: z.int(),
  /** The match. Scores and places in it are null until the premiere ends. */
  match: matchLine,
  /** Whether the match's result was already public. If so, the premiere is a repeat, which can’t be called. */
  known: z.boolean(),
  /** The start and end of the premiere; null until the match has been played. */
  starts: instant.nullable(),
  ends: instant.nullable(),
  /** From this time on, the next request of a client causes the choice of the next premiere. */
  next: instant.nullable(),
  /** By side: the number of calls. */
  calls: z.array(z.int()),
  history,
});
export type Premiere = z.infer<typeof premiere>;

export const premieres = {
  premiere: route({
    method: 'GET',
    path: '/contests/:contest/premiere',
    needs: 'viewer',
    summary:
      'Return the match that all spectators see at the same moment, and the best callers. This also chooses the next premiere when it is due.',
    params: ofContest,
    reply: z.object({
      /** The newest premiere; null if there is no match to show. */
      premiere: premiere.nullable(),
      callers: z.array(callerLine),
    }),
  }),
  callWinner: route({
    method: 'POST',
    path: '/contests/:contest/premiere/calls',
    needs: 'viewer',
    scopes: [],
    summary: 'Call the winner of a premiere that hasn’t begun. Callers don’t need an account.',
    params: ofContest,
    body: z.object({
      /** The premiere's number. */
      premiere: number,
      /** The number of the side. Sides are numbered from 0, in the order of their first seats. */
      side: number.max(63),
      /** A random string that only this browser knows. */
      caller: z.string().regex(/^[\w-]{22,64}$/, 'it must have 22 to 64 characters: letters, digits, _ and -'),
      /** A nickname for the table; absent: the nickname stays unchanged. */
      name: z.string().trim().min(1).max(24).optional(),
    }),
    reply: callerLine,
  }),
  removeCaller: route({
    method: 'DELETE',
    path: '/contests/:contest/premiere/callers/:caller',
    needs: 'assistant',
    summary: 'Remove a caller, with their nickname and points.',
    params: ofContest.extend({ caller: number }),
    reply: done,
  }),
};
