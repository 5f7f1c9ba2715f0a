import * as z from 'zod';
import { instant, personName, slug, title } from '../words.ts';
import { LOCALES } from './locales.ts';
import { givenPassword, newPassword } from './passwords.ts';
import { contestRole, serverRole } from './roles.ts';
import { done, number, route, scope } from './route.ts';

/** A class code as a person types it: case, spaces, and dashes don't matter. */
const classCode = z.string().trim().min(1).max(40);
const locale = z.enum(LOCALES);

export const person = z.object({
  id: number,
  name: z.string(),
  role: serverRole,
  locale: locale.optional(),
});

export const me = z.object({
  person: person.nullable(),
  /** The contests in which this person participates. */
  entrants: z.array(
    z.object({
      contest: slug,
      number: z.int(),
      name: z.string(),
      approved: z.boolean(),
      /** This entrant's extended deadline for submissions. */
      closes: instant.nullable(),
    }),
  ),
  /**
   * The contests in which this person has a role. An organiser has all rights in all contests, with or without a role.
   */
  roles: z.array(z.object({ contest: slug, role: contestRole })),
  /** The server's time. */
  now: instant,
});
export type CurrentUser = z.infer<typeof me>;

export const token = z.object({
  id: number,
  name: z.string(),
  kind: z.enum(['personal', 'worker']),
  /** The scopes of a personal token. */
  scopes: z.array(scope),
  created: instant,
  used: instant.nullable(),
  /** The reason why the server no longer accepts results from workers with this token. */
  setAside: z.string().nullable(),
});
/** A new token. Its secret is shown only once. */
export const newToken = token.extend({ secret: z.string() });
const byId = z.object({ id: number });

export const people = {
  me: route({ method: 'GET', path: '/me', needs: 'public', summary: 'Return the signed-in person.', reply: me }),
  signIn: route({
    method: 'POST',
    path: '/session',
    needs: 'public',
    summary: 'Sign in with a name and password.',
    body: z.object({ name: z.string().max(60), password: givenPassword }),
    reply: me,
  }),
  signOut: route({ method: 'DELETE', path: '/session', needs: 'public', summary: 'Sign out.', reply: done }),
  join: route({
    method: 'POST',
    path: '/join',
    needs: 'public',
    summary: 'Take part in a contest with a class code or personal code. Without a session, this creates an account.',
    body: z.object({ code: classCode, name: personName.optional(), password: newPassword.optional() }),
    reply: me,
  }),
  openLink: route({
    method: 'POST',
    path: '/links/open',
    needs: 'public',
    summary: 'Return the purpose of an access link without using up the link.',
    body: z.object({ token: z.string().max(100) }),
    reply: z.object({
      purpose: z.enum(['organiser', 'access', 'staff']),
      name: z.string().nullable(),
      /** The contest that the link leads to, and the role that the link gives. */
      staff: z.object({ contest: slug, title, role: contestRole }).optional(),
      expires: instant,
    }),
  }),
  useLink: route({
    method: 'POST',
    path: '/links/use',
    needs: 'public',
    summary: 'Use an access link to become an organiser, choose a new password, or get a role in a contest.',
    body: z.object({
      token: z.string().max(100),
      name: personName.optional(),
      /** The new password; absent if a signed-in person gets a role. */
      password: newPassword.optional(),
    }),
    reply: me,
  }),
  endSessions: route({
    method: 'POST',
    path: '/me/sessions/end',
    needs: 'person',
    scopes: [],
    summary: 'Sign out all other browsers, and revoke outstanding links.',
    reply: done,
  }),
  changeMe: route({
    method: 'PATCH',
    path: '/me',
    needs: 'person',
    summary: 'Change the caller’s password or language.',
    body: z.object({
      locale: locale.optional(),
      password: z
        .object({
          old: givenPassword,
          new: newPassword,
          /**
           * Whether to revoke passkeys, personal tokens, and linked sign-ins as well. A new password always ends other
           * sessions and outstanding links.
           */
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
    summary: 'List the caller’s personal tokens.',
    reply: z.array(token),
  }),
  makeToken: route({
    method: 'POST',
    path: '/tokens',
    needs: 'person',
    summary:
      'Create a personal token for `ludus submit` and scripts: `Authorization: Bearer …`. A token can’t create tokens.',
    body: z.object({
      name: z.string().trim().min(1).max(60),
      /**
       * The token's scopes. `organise` is for people who create or help to run contests, and `backup` for organisers.
       */
      scopes: z.array(scope).min(1).max(10).default(['read', 'submit']),
    }),
    reply: newToken,
  }),
  revokeToken: route({
    method: 'DELETE',
    path: '/tokens/:id',
    needs: 'person',
    summary: 'Revoke one of the caller’s tokens.',
    params: byId,
    reply: done,
  }),
};

/** Routes with which people export or delete their own data. */
export const ownData = {
  exportMe: route({
    method: 'GET',
    path: '/me/export',
    needs: 'person',
    scopes: [],
    summary: 'Return the caller’s data as JSON lines: account, entrants, and submissions with source files and logs.',
    type: 'application/x-ndjson',
  }),
  deleteMe: route({
    method: 'POST',
    path: '/me/delete',
    needs: 'person',
    summary: 'Delete the caller’s account and its data. Results keep the entrant’s number. Organisers can’t do this.',
    body: z.object({
      /** The person's own name, as a confirmation. */
      name: z.string().max(60),
      /** The person's password, required if the account has one. */
      password: givenPassword.optional(),
    }),
    reply: done,
  }),
};
