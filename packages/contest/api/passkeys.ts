import * as z from 'zod';
import { instant } from '../words.ts';
import { me } from './people.ts';
import { done, number, route } from './route.ts';

const coded = z
  .string()
  .regex(/^[\w-]+$/)
  .max(8192);

/** A new passkey in the form in which a browser reports it (WebAuthn), with bytes in base64url. */
const registered = z.object({
  id: coded,
  rawId: coded,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
  response: z.object({
    clientDataJSON: coded,
    attestationObject: coded,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
const asserted = z.object({
  id: coded,
  rawId: coded,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
  response: z.object({
    clientDataJSON: coded,
    authenticatorData: coded,
    signature: coded,
    userHandle: coded.optional(),
  }),
});

/** The options for a browser's request, in the form that WebAuthn defines. */
const options = z.record(z.string(), z.unknown());

const passkey = z.object({ id: number, name: z.string(), created: instant, used: instant.nullable() });

export const passkeys = {
  passkeys: route({
    method: 'GET',
    path: '/passkeys',
    needs: 'person',
    scopes: [],
    summary: 'List the caller’s passkeys.',
    reply: z.array(passkey),
  }),
  offerPasskey: route({
    method: 'POST',
    path: '/passkeys/options',
    needs: 'person',
    summary: 'Return the options for creating a passkey. The call needs a session, and HTTPS or localhost.',
    reply: options,
  }),
  makePasskey: route({
    method: 'POST',
    path: '/passkeys',
    needs: 'person',
    summary: 'Save a passkey that the browser created.',
    body: z.object({ name: z.string().trim().min(1).max(60), response: registered }),
    reply: passkey,
  }),
  forgetPasskey: route({
    method: 'DELETE',
    path: '/passkeys/:id',
    needs: 'person',
    summary: 'Remove one of the caller’s passkeys.',
    params: z.object({ id: number }),
    reply: done,
  }),
  askPasskey: route({
    method: 'POST',
    path: '/session/passkey/options',
    needs: 'public',
    summary: 'Return the options for signing in with a passkey.',
    reply: options,
  }),
  usePasskey: route({
    method: 'POST',
    path: '/session/passkey',
    needs: 'public',
    summary: 'Sign in with a passkey.',
    body: z.object({ response: asserted }),
    reply: me,
  }),
};
