import * as z from 'zod';
import { instant, personName, slug, title } from '../words.ts';
import { contestRole, serverRole } from './roles.ts';
import { done, number, route, scope } from './route.ts';

/** Long ones are hashed all the same; short ones are refused. */
const password = z.string().min(8, 'a password has at least 8 characters').max(200);
/** Class codes as people type them: small letters, blanks and dashes do not count. */
const classCode = z.string().trim().min(1).max(40);
const locale = z.enum(['en', 'ca', 'es']);

export const person = z.object({
  id: number,
  name: z.string(),
  role: serverRole,
  locale: locale.optional(),
});

export const me = z.object({
  person: person.nullable(),
  /** The contests that this person takes part in. */
  entrants: z.array(
    z.object({
      contest: slug,
      number: z.int(),
      name: z.string(),
      approved: z.boolean(),
      /** Until when they alone may submit, after everyone else's end. */
      closes: instant.nullable(),
    }),
  ),
  /** The contests that this person helps to run. An organiser may do everything in the others as well. */
  roles: z.array(z.object({ contest: slug, role: contestRole })),
  /** The server's clock. */
  now: instant,
});
export type Me = z.infer<typeof me>;

export const token = z.object({
  id: number,
  name: z.string(),
  kind: z.enum(['personal', 'worker']),
  /** The scopes of a personal token. */
  scopes: z.array(scope),
  created: instant,
  used: instant.nullable(),
  /** Why the server no longer takes its results. */
  setAside: z.string().nullable(),
});
/** The secret is shown once. */
export const newToken = token.extend({ secret: z.string() });
const byId = z.object({ id: number });

export const people = {
  me: route({ method: 'GET', path: '/me', needs: 'public', summary: 'Who asks.', reply: me }),
  signIn: route({
    method: 'POST',
    path: '/session',
    needs: 'public',
    summary: 'Sign in by name and password.',
    body: z.object({ name: z.string().max(60), password: z.string().max(200) }),
    reply: me,
  }),
  signOut: route({ method: 'DELETE', path: '/session', needs: 'public', summary: 'Sign out.', reply: done }),
  join: route({
    method: 'POST',
    path: '/join',
    needs: 'public',
    summary: 'Take part in a contest by its class code: makes an account, or uses that of who is signed in.',
    body: z.object({ code: classCode, name: personName.optional(), password: password.optional() }),
    reply: me,
  }),
  openLink: route({
    method: 'POST',
    path: '/links/open',
    needs: 'public',
    summary: 'The purpose of an access link; this does not use it up.',
    body: z.object({ token: z.string().max(100) }),
    reply: z.object({
      purpose: z.enum(['organiser', 'access', 'staff']),
      name: z.string().nullable(),
      /** The contest that it leads into, and the role that it gives there. */
      staff: z.object({ contest: slug, title, role: contestRole }).optional(),
      expires: instant,
    }),
  }),
  useLink: route({
    method: 'POST',
    path: '/links/use',
    needs: 'public',
    summary: 'Use a link up: become the organiser, choose a new password, or get a role in a contest.',
    body: z.object({
      token: z.string().max(100),
      name: personName.optional(),
      /** Only who is signed in, and gets a role, needs none. */
      password: password.optional(),
    }),
    reply: me,
  }),
  endSessions: route({
    method: 'POST',
    path: '/me/sessions/end',
    needs: 'person',
    scopes: [],
    summary: 'Sign out all other browsers, and end outstanding links.',
    reply: done,
  }),
  changeMe: route({
    method: 'PATCH',
    path: '/me',
    needs: 'person',
    summary: 'Change one’s own password or language.',
    body: z.object({
      locale: locale.optional(),
      password: z
        .object({
          old: z.string().max(200),
          new: password,
          /** Ends passkeys, personal tokens, and linked sign-ins as well. Other sessions and outstanding links end with every new password. */
          endAll: z.boolean().default(false),
        })
        .optional(),
    }),
    reply: me,
  }),
  tokens: route({
    method: 'GET',
    path: '/tokens',
    needs: 'person',
    scopes: [],
    summary: 'One’s own personal tokens.',
    reply: z.array(token),
  }),
  makeToken: route({
    method: 'POST',
    path: '/tokens',
    needs: 'person',
    summary: 'Make a personal token, for `ludus submit` and scripts: `Authorization: Bearer …`. No token makes one.',
    body: z.object({
      name: z.string().trim().min(1).max(60),
      /** Its scopes. `organise` is for those who make or help to run contests, and `backup` for organisers. */
      scopes: z.array(scope).min(1).max(10).default(['read', 'submit']),
    }),
    reply: newToken,
  }),
  revokeToken: route({
    method: 'DELETE',
    path: '/tokens/:id',
    needs: 'person',
    summary: 'Revoke one of your tokens.',
    params: byId,
    reply: done,
  }),
};

/** One's own data: to take along, and to delete. */
export const ownData = {
  exportMe: route({
    method: 'GET',
    path: '/me/export',
    needs: 'person',
    scopes: [],
    summary: 'One’s own data, as JSON lines: account, entrants, submissions with sources and logs.',
    type: 'application/x-ndjson',
  }),
  deleteMe: route({
    method: 'POST',
    path: '/me/delete',
    needs: 'person',
    summary: 'Delete one’s own account and its data. Results keep the entrant’s number. Not for organisers.',
    body: z.object({
      /** One’s own name, to confirm. */
      name: z.string().max(60),
      /** Needed by those who have one. */
      password: z.string().max(200).optional(),
    }),
    reply: done,
  }),
};
