import * as z from 'zod';
import { instant } from '../words.ts';
import { done, route } from './route.ts';

/** The id of an issuer in the server's settings. */
export const issuerId = z.string().regex(/^[a-z0-9-]{1,20}$/);

/** Sign-in through an OpenID Connect issuer, such as a university. The browser is redirected to the issuer and back. */
export const issuerSignIn = {
  signInWays: route({
    method: 'GET',
    path: '/sign-in',
    needs: 'public',
    summary: 'List the sign-in providers, and report whether people other than organisers use passwords.',
    reply: z.object({ issuers: z.array(z.object({ id: issuerId, name: z.string() })), passwords: z.boolean() }),
  }),
  beginSignIn: route({
    method: 'GET',
    path: '/sign-in/begin/:issuer',
    needs: 'public',
    scopes: [],
    summary:
      'Send the browser to a sign-in provider, and afterwards to the page `to`. Signed-in people go there directly.',
    params: z.object({ issuer: issuerId }),
    query: z.object({ to: z.string().max(200).default('/') }),
    type: 'text/html',
  }),
  linkSignIn: route({
    method: 'POST',
    path: '/sign-in/link/:issuer',
    needs: 'person',
    scopes: [],
    summary: 'Start linking the caller’s account to a sign-in provider. The reply is the address to open.',
    params: z.object({ issuer: issuerId }),
    reply: z.object({ url: z.string() }),
  }),
  // Each issuer has a separate callback address, so one issuer's response can't be replayed as another's.
  endSignIn: route({
    method: 'GET',
    path: '/sign-in/end/:issuer',
    needs: 'public',
    scopes: [],
    summary: 'Receive the browser from the sign-in provider.',
    params: z.object({ issuer: issuerId }),
    query: z.looseObject({}),
    type: 'text/html',
  }),
  linkedSignIns: route({
    method: 'GET',
    path: '/sign-ins',
    needs: 'person',
    scopes: [],
    summary: 'List the sign-in providers and learning platforms linked to the caller’s account.',
    reply: z.array(
      z.object({
        issuer: z.string(),
        subject: z.string(),
        name: z.string(),
        /** The person’s id at the issuer: the id that rosters use, otherwise the issuer’s internal id. */
        as: z.string(),
        created: instant,
        used: instant.nullable(),
      }),
    ),
  }),
  unlinkSignIn: route({
    method: 'POST',
    path: '/sign-ins/unlink',
    needs: 'person',
    scopes: [],
    summary: 'Unlink a sign-in and end other sessions, if there is another way to sign in.',
    body: z.object({ issuer: z.string().max(1000), subject: z.string().max(1000) }),
    reply: done,
  }),
};
