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
    'an address of a learning platform begins with https://',
  );
const short = z.string().trim().min(1).max(255);

/** The form in which an organiser enters a learning platform. */
export const platformForm = z.object({
  name: z.string().trim().min(1).max(100),
  issuer: z.string().trim().min(1).max(1000),
  clientId: short,
  /** Empty: no deployment may launch yet. */
  deployments: z.array(short).max(100),
  authUrl: platformUrl,
  tokenUrl: platformUrl,
  jwksUrl: platformUrl,
  /** The audience of token requests; null: the token address. */
  audience: short.nullable().default(null),
  /** The platform's claim that identifies people on the roster: student numbers, e-mail addresses, or none. */
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
  /** `same`: the platform already has this mark. `failed`: see `why`. `missing`: the platform's user isn't known. */
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
    summary: 'A learning platform begins a launch: the browser goes to its address for signing in.',
    query: z.looseObject({}),
    type: 'text/html',
  }),
  startLaunchByForm: route({
    method: 'POST',
    path: '/lti/login',
    needs: 'public',
    scopes: [],
    from: 'anywhere',
    summary: 'The same by a form.',
    takes: 'form',
    type: 'text/html',
  }),
  launch: route({
    method: 'POST',
    path: '/lti/launch',
    needs: 'public',
    scopes: [],
    from: 'anywhere',
    summary: 'A learning platform sends someone here, or a teacher who chooses a contest for a course.',
    takes: 'form',
    type: 'text/html',
  }),
  openLaunch: route({
    method: 'POST',
    path: '/lti/open',
    needs: 'public',
    scopes: [],
    summary: 'The button in the platform’s frame: a new tab begins, with a ticket that is good once.',
    takes: 'form',
    type: 'text/html',
  }),
  enterLaunch: route({
    method: 'GET',
    path: '/lti/enter',
    needs: 'public',
    scopes: [],
    summary: 'The new tab: signs in who was sent here, or asks whose account it is.',
    type: 'text/html',
  }),
  launchQuestion: route({
    method: 'GET',
    path: '/lti/question',
    needs: 'public',
    scopes: [],
    summary: 'The person of a launch, until it is clear whose account it is.',
    reply: z.object({
      platform: z.string(),
      name: z.string(),
      /** Whether the person's roster row already has an account, which must be linked. */
      taken: z.boolean(),
      /** The name of the person's account, if another account is signed in. */
      account: z.string().nullable(),
    }),
  }),
  answerLaunch: route({
    method: 'POST',
    path: '/lti/answer',
    needs: 'public',
    scopes: [],
    summary: 'Gives the person of a launch their account or a new one, or links the one that is signed in.',
    body: z.object({ link: z.boolean() }),
    reply: z.object({ to: z.string() }),
  }),
  toolKeys: route({
    method: 'GET',
    path: '/lti/keys',
    needs: 'public',
    summary: 'The public keys of this server, for learning platforms.',
    reply: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }),
  }),
};

/** Learning platforms, and contests' links to their courses: rosters and marks. */
export const courses = {
  registerTool: route({
    method: 'GET',
    path: '/lti/register',
    needs: 'public',
    scopes: [],
    from: 'anywhere',
    summary: 'Dynamic registration: a platform opens the link that an organiser made, and both learn of each other.',
    query: z.looseObject({}),
    type: 'text/html',
  }),
  platforms: route({
    method: 'GET',
    path: '/lti/platforms',
    needs: 'organiser',
    summary: 'The learning platforms that may launch.',
    reply: z.array(platformForm.extend({ id: number })),
  }),
  savePlatform: route({
    method: 'POST',
    path: '/lti/platforms',
    needs: 'organiser',
    scopes: [],
    summary: 'Add a learning platform, or change one.',
    body: platformForm.extend({ id: number.optional() }),
    reply: z.object({ id: number }),
  }),
  removePlatform: route({
    method: 'DELETE',
    path: '/lti/platforms/:id',
    needs: 'organiser',
    scopes: [],
    summary: 'Remove a learning platform: it can no longer launch, and its courses are deleted. Accounts stay.',
    params: z.object({ id: number }),
    reply: done,
  }),
  registrationLink: route({
    method: 'POST',
    path: '/lti/registrations',
    needs: 'organiser',
    scopes: [],
    summary: 'A link by which a platform’s administrator registers this server there, once, within a day.',
    reply: z.object({ url: z.string(), expires: instant }),
  }),
  courses: route({
    method: 'GET',
    path: '/contests/:contest/courses',
    needs: 'assistant',
    summary: 'The courses of learning platforms in which a contest is.',
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
    summary: 'Say whether the teachers of a course become assistants of the contest when they come.',
    params: ofCourse,
    body: z.object({ teachers: z.boolean() }),
    reply: done,
  }),
  courseRoster: route({
    method: 'POST',
    path: '/contests/:contest/courses/:course/roster',
    needs: 'assistant',
    summary: 'Take the students of a course as the roster; or see what that would change.',
    params: ofCourse,
    body: z.object({
      /** Whether only to preview the changes. */
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
    summary: 'Send marks of one round or of several to the course, a student at a time.',
    params: ofCourse,
    body: combinedRounds,
    reply: z.array(outcome),
  }),
};
