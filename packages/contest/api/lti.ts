import * as z from 'zod';
import { instant } from '../words.ts';
import { ofContest } from './contest.ts';
import { rosterChanges } from './roster.ts';
import { combinedRounds } from './rounds.ts';
import { done, number, route } from './route.ts';

/** An address of a platform. Plain HTTP is allowed only on this machine, where the connection can't be intercepted. */
export const platformUrl = z
  .url({ protocol: /^https?$/ })
  .max(1000)
  .refine(
    (text) => /^https:|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/.test(text),
    'the address of a learning platform must begin with https://',
  );
const short = z.string().trim().min(1).max(255);

/** The form for adding a learning platform. */
export const platformForm = z.object({
  name: z.string().trim().min(1).max(100),
  issuer: z.string().trim().min(1).max(1000),
  clientId: short,
  /** The ids of the deployments whose launches are accepted; empty: none is accepted yet. */
  deployments: z.array(short).max(100),
  authUrl: platformUrl,
  tokenUrl: platformUrl,
  jwksUrl: platformUrl,
  /** The audience of token requests; null: the token address. */
  audience: short.nullable().default(null),
  /** The platform's claim that contains the roster id: a student number, an e-mail address, or none. */
  rosterClaim: z.enum(['none', 'sourcedid', 'email']).default('none'),
  /** Whether the platform's teachers may create contests. */
  teachers: z.boolean().default(false),
});
export type PlatformForm = z.output<typeof platformForm>;

const outcome = z.object({
  /** The person's roster id; empty if there is none. */
  id: z.string(),
  name: z.string(),
  mark: z.number().nullable(),
  /**
   * `same`: the platform already had the current mark, so nothing was sent. `failed`: see `why`. `missing`: the
   * platform's user isn't known.
   */
  state: z.enum(['sent', 'same', 'failed', 'missing', 'none']),
  why: z.string().nullable(),
});
export type MarkOutcome = z.infer<typeof outcome>;

const ofCourse = ofContest.extend({ course: number });

/** LTI 1.3: launches from learning platforms. */
export const launches = {
  startLaunch: route({
    method: 'GET',
    path: '/lti/login',
    needs: 'public',
    scopes: [],
    from: 'anywhere',
    summary: 'Start a learning platform’s launch: redirect the browser to the platform’s sign-in address.',
    query: z.looseObject({}),
    type: 'text/html',
  }),
  startLaunchByForm: route({
    method: 'POST',
    path: '/lti/login',
    needs: 'public',
    scopes: [],
    from: 'anywhere',
    summary: 'Start a launch with a form instead of a query.',
    takes: 'form',
    type: 'text/html',
  }),
  launch: route({
    method: 'POST',
    path: '/lti/launch',
    needs: 'public',
    scopes: [],
    from: 'anywhere',
    summary: 'Receive a launch message, from a person who opens an activity or from a teacher who chooses a contest.',
    takes: 'form',
    type: 'text/html',
  }),
  openLaunch: route({
    method: 'POST',
    path: '/lti/open',
    needs: 'public',
    scopes: [],
    summary: 'Open a new tab from the button in the platform’s frame, with a one-time ticket.',
    takes: 'form',
    type: 'text/html',
  }),
  enterLaunch: route({
    method: 'GET',
    path: '/lti/enter',
    needs: 'public',
    scopes: [],
    summary: 'In the new tab, sign the person in, or ask which account is theirs.',
    type: 'text/html',
  }),
  launchQuestion: route({
    method: 'GET',
    path: '/lti/question',
    needs: 'public',
    scopes: [],
    summary: 'Return a launch’s person while it is unclear which account is theirs.',
    reply: z.object({
      platform: z.string(),
      name: z.string(),
      /** Whether the person's roster row already has an account, which must be linked. */
      taken: z.boolean(),
      /** The name of the account that is linked to the person; null: there is none. */
      account: z.string().nullable(),
    }),
  }),
  answerLaunch: route({
    method: 'POST',
    path: '/lti/answer',
    needs: 'public',
    scopes: [],
    summary: 'For a launch, use the person’s existing account or a new account, or link the signed-in account.',
    body: z.object({ link: z.boolean() }),
    reply: z.object({ to: z.string() }),
  }),
  toolKeys: route({
    method: 'GET',
    path: '/lti/keys',
    needs: 'public',
    summary: 'Return this server’s public keys for learning platforms.',
    reply: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }),
  }),
};

/** Learning platforms, and contests' links to the platforms' courses, for rosters and marks. */
export const courses = {
  registerTool: route({
    method: 'GET',
    path: '/lti/register',
    needs: 'public',
    scopes: [],
    from: 'anywhere',
    summary: 'Register a learning platform dynamically. The platform opens the link that an organiser created.',
    query: z.looseObject({}),
    type: 'text/html',
  }),
  platforms: route({
    method: 'GET',
    path: '/lti/platforms',
    needs: 'organiser',
    summary: 'List the registered learning platforms.',
    reply: z.array(platformForm.extend({ id: number })),
  }),
  savePlatform: route({
    method: 'POST',
    path: '/lti/platforms',
    needs: 'organiser',
    scopes: [],
    summary: 'Add or change a learning platform.',
    body: platformForm.extend({ id: number.optional() }),
    reply: z.object({ id: number }),
  }),
  removePlatform: route({
    method: 'DELETE',
    path: '/lti/platforms/:id',
    needs: 'organiser',
    scopes: [],
    summary: 'Remove a learning platform and its courses, so that it can’t launch any more. Accounts stay.',
    params: z.object({ id: number }),
    reply: done,
  }),
  registrationLink: route({
    method: 'POST',
    path: '/lti/registrations',
    needs: 'organiser',
    scopes: [],
    summary:
      'Create a link for a platform’s administrator to register this server. It works only once and expires after a day.',
    reply: z.object({ url: z.string(), expires: instant }),
  }),
  courses: route({
    method: 'GET',
    path: '/contests/:contest/courses',
    needs: 'assistant',
    summary: 'List the courses that are linked to a contest.',
    params: ofContest,
    reply: z.array(
      z.object({
        id: number,
        platform: z.string(),
        title: z.string(),
        used: instant,
        /** Whether the platform lets this server read members and send marks. */
        members: z.boolean(),
        marks: z.boolean(),
        /** Whether the course's teachers become assistants of the contest when they arrive. */
        teachers: z.boolean(),
      }),
    ),
  }),
  changeCourse: route({
    method: 'POST',
    path: '/contests/:contest/courses/:course',
    needs: 'owner',
    scopes: [],
    summary: 'Set whether a course’s teachers become assistants of the contest when they open the contest.',
    params: ofCourse,
    body: z.object({ teachers: z.boolean() }),
    reply: done,
  }),
  courseRoster: route({
    method: 'POST',
    path: '/contests/:contest/courses/:course/roster',
    needs: 'assistant',
    summary: 'Import a course’s students into the roster, or preview the changes.',
    params: ofCourse,
    body: z.object({
      /** Whether to preview the changes without saving them. */
      preview: z.boolean().default(false),
      /** Whether to remove rows that aren't in the course and have no person yet. */
      remove: z.boolean().default(false),
    }),
    reply: rosterChanges,
  }),
  courseMarks: route({
    method: 'POST',
    path: '/contests/:contest/courses/:course/marks',
    needs: 'owner',
    summary: 'Send the marks of one or more finals to the course, one student at a time.',
    params: ofCourse,
    body: combinedRounds,
    reply: z.array(outcome),
  }),
};
