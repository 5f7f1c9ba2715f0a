import * as z from 'zod';
import { instant, slug, title } from '../words.ts';
import { contest, ofContest } from './contest.ts';
import { done, route } from './route.ts';

/** The form for a copy of a contest. */
const copyForm = z.object({
  slug,
  title,
  opens: instant.nullable().default(null),
  closes: instant.nullable().default(null),
  /** Whether submissions to the new contest are compared with the old contest's submissions and source collections. */
  compare: z.boolean().default(false),
});

/** Routes for the end of a term: copy, archive, or delete a contest. */
export const contestLife = {
  copyContest: route({
    method: 'POST',
    path: '/contests/:contest/copy',
    needs: 'owner',
    makes: true,
    ofArchived: true,
    summary: 'Create a contest with another contest’s settings and boards.',
    params: ofContest,
    body: copyForm,
    reply: contest,
  }),
  archiveContest: route({
    method: 'POST',
    path: '/contests/:contest/archive',
    needs: 'owner',
    ofArchived: true,
    summary: 'Archive a contest, which closes it and blocks changes, or unarchive it.',
    params: ofContest,
    body: z.object({ archived: z.boolean() }),
    reply: contest,
  }),
  deleteContest: route({
    method: 'POST',
    path: '/contests/:contest/delete',
    needs: 'owner',
    ofArchived: true,
    scopes: [],
    summary: 'Delete a contest and all its data permanently. Accounts stay.',
    params: ofContest,
    body: z.object({
      /** The contest's short name, as a confirmation. */
      slug: z.string().max(60),
    }),
    reply: done,
  }),
};
