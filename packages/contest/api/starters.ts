import * as z from 'zod';
import { language } from '../words.ts';
import { ofContest } from './contest.ts';
import { route } from './route.ts';

const starter = z.object({
  /** The file name without folders: `Follower.py`. */
  file: z.string(),
  language,
  /** Whether this server's playground can open the file: `/playground/?contest=…&starter=…`. */
  playground: z.boolean(),
});

export const starters = {
  starters: route({
    method: 'GET',
    path: '/contests/:contest/starters',
    needs: 'viewer',
    summary: 'List the starter bots in the contest’s languages.',
    params: ofContest,
    reply: z.array(starter),
  }),
  starter: route({
    method: 'GET',
    path: '/contests/:contest/starters/:file',
    needs: 'viewer',
    summary: 'Return a starter bot’s source.',
    params: ofContest.extend({ file: z.string().max(100) }),
    type: 'text/plain',
  }),
};
