import * as z from 'zod';
import { route } from './route.ts';

/** Signing in by an issuer of OpenID Connect, a university say: the browser goes there and comes back. */
export const issuerSignIn = {
  signInWays: route({
    method: 'GET',
    path: '/sign-in',
    needs: 'public',
    summary: 'How people sign in here: the issuers, and whether others than the server’s organisers have passwords.',
    reply: z.object({ issuers: z.array(z.object({ name: z.string() })), passwords: z.boolean() }),
  }),
  beginSignIn: route({
    method: 'GET',
    path: '/sign-in/begin',
    needs: 'public',
    scopes: [],
    summary: 'Sends the browser to the issuer, and later to the page `to`. Links the account of who is signed in.',
    query: z.object({
      to: z.string().max(200).default('/'),
      /** Which of the issuers, from 0. */
      issuer: z.coerce.number().int().min(0).max(19).default(0),
    }),
    type: 'text/html',
  }),
  endSignIn: route({
    method: 'GET',
    path: '/sign-in/end',
    needs: 'public',
    scopes: [],
    summary: 'The issuer sends the browser back here.',
    query: z.looseObject({}),
    type: 'text/html',
  }),
};
