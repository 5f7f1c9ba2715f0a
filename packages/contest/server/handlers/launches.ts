import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../../api/locales.ts';
import type { launches } from '../../api/lti.ts';
import { type ContestRole, includesRole } from '../../api/roles.ts';
import type { Row } from '../../store/schema.ts';
import { type Handler, type Handlers, type Server, sessionOf } from '../handler.ts';
import { accountOf, arrive, isRowTaken, platformOf } from '../lti/arrive.ts';
import { courseOf } from '../lti/courses.ts';
import { choices } from '../lti/deep-link.ts';
import { framePage, inFrame } from '../lti/frame.ts';
import { publicKeys } from '../lti/keys.ts';
import {
  CLAIMS,
  type DeepLinkingMessage,
  isDeepLinking,
  isLearner,
  isTeacher,
  nameOf,
  readMessage,
  rosterIdOf,
} from '../lti/message.ts';
import { type Platform, refused, verified } from '../lti/platform.ts';
import { toolUrls } from '../lti/register.ts';
import { type Arrival, newTicket, ticketOf, useNonce, useTicket } from '../lti/tickets.ts';
import { localeOf, say } from '../lti/words.ts';
import { notAllowed, RefusalError } from '../refusal.ts';
import { rolesOf } from '../roles.ts';
import { newSecret } from '../secrets.ts';
import { opened, signed } from '../signed.ts';
import { mustBeOurPage } from '../who.ts';
import type { AccountLink } from './issuer-sign-in.ts';

/** Time limit for the platform's pages, and for the button that opens the new tab, in seconds. */
const WAY_SECONDS = 600;
const TICKET_SECONDS = 600;

/** The data about the start of a launch, which this server signs and the platform returns as the state. */
interface LaunchState {
  readonly platform: number;
  readonly nonce: string;
}

const baseOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;
const isSecure = (request: FastifyRequest): boolean => request.protocol === 'https';
/** Returns the name of the cookie that passes the ticket from the button to the next page in the new tab. */
const ticketCookie = (request: FastifyRequest): string => (isSecure(request) ? '__Host-ludus-launch' : 'ludus-launch');
const ticketIn = (request: FastifyRequest): string => request.cookies[ticketCookie(request)] ?? '';
const cookieOptions = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request) }) as const;
/**
 * The cookie that identifies the browser that started a launch, if the browser keeps cookies in the platform’s pages.
 */
const wayCookie = '__Host-ludus-lti';

const begin = (
  { context: { store } }: Server,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Readonly<Record<string, unknown>>,
) =>
  inFrame(request, reply, async () => {
    const of = (name: string): string | undefined => (typeof asked[name] === 'string' ? asked[name] : undefined);
    const [issuer, client, hint] = [of('iss'), of('client_id'), of('login_hint')];
    if (issuer === undefined || hint === undefined) throw refused('iss or login_hint is missing');
    let query = store.db.selectFrom('lti_platforms').selectAll().where('issuer', '=', issuer);
    if (client !== undefined) query = query.where('client_id', '=', client);
    const found = await query.execute();
    // A platform may omit the client id. If so, it must have only one registration.
    if (found.length !== 1) throw notAllowed('lti/platform', { issuer: issuer.slice(0, 200) });
    const [platform] = found;
    const way: LaunchState = { platform: platform.id, nonce: newSecret('ll') };
    const state = await signed(store.db, 'lti', way, WAY_SECONDS);
    const url = new URL(platform.auth_url);
    const fields: Readonly<Record<string, string | undefined>> = {
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: platform.client_id,
      redirect_uri: toolUrls(baseOf(request)).launch,
      login_hint: hint,
      lti_message_hint: of('lti_message_hint'),
      state,
      nonce: way.nonce,
    };
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) url.searchParams.set(name, value);
    if (isSecure(request))
      reply.setCookie(wayCookie, way.nonce, {
        path: '/',
        httpOnly: true,
        sameSite: 'none',
        secure: true,
        maxAge: WAY_SECONDS,
      });
    reply.redirect(url.href);
    return undefined;
  });

export const launchHandlers: Handlers<keyof typeof launches> = {
  startLaunch: (server, { query, request, reply }) => begin(server, request, reply, query),
  startLaunchByForm: (server, { body, request, reply }) => begin(server, request, reply, body),

  launch: (server, { body, request, reply }) =>
    inFrame(request, reply, async () => {
      const { db } = server.context.store;
      if (body.error !== undefined)
        throw refused(`the platform reports ${(body.error_description ?? body.error).slice(0, 200)}`);
      const way = await opened<LaunchState>(db, 'lti', body.state ?? '');
      if (!way) throw new RefusalError(403, 'lti/state');
      const platform = await platformOf(db, way.platform);
      const claims = await verified(platform, body.id_token ?? '');
      if (claims.nonce !== way.nonce) throw refused('the message is not the response to this server’s request');
      await useNonce(db, way.nonce, WAY_SECONDS);
      const message = readMessage(claims);
      const deployment = message[CLAIMS.deployment];
      if (!platform.deployments.includes(deployment)) throw notAllowed('lti/deployment', { deployment });
      const locale = localeOf(message[CLAIMS.presentation]?.locale, request.headers['accept-language']);
      const roles = message[CLAIMS.roles];
      const arrival: Arrival = {
        platform: platform.id,
        subject: claims.sub,
        name: nameOf(message) ?? null,
        rosterId: rosterIdOf(platform, message, message[CLAIMS.lis]?.person_sourcedid) ?? null,
        contest: null,
        course: null,
        isLearner: isLearner(roles),
        isTeacher: isTeacher(roles),
      };
      if (isDeepLinking(message)) return await choose(server, request, reply, { platform, message, arrival, locale });
      const { contest, course = null } = (await courseOf(db, platform, message)) ?? {};
      const sent = { ...arrival, contest: contest?.id ?? null, course };
      const ticket = await newTicket(db, 'launch', sent, TICKET_SECONDS);
      // In a top-level page of the browser that started the launch, no click is needed.
      const isBound = isSecure(request) && request.cookies[wayCookie] === way.nonce;
      if (isBound && request.headers['sec-fetch-dest'] === 'document') {
        reply.setCookie(ticketCookie(request), ticket.secret, { ...cookieOptions(request), maxAge: TICKET_SECONDS });
        reply.redirect('/api/lti/enter', 303);
        return undefined;
      }
      const title = contest?.form.title ?? 'Ludus';
      const name = arrival.name ?? say(locale, 'someone');
      return framePage(reply, locale, {
        title,
        text: [say(locale, 'openHint', { platform: platform.name, name })],
        forms: [
          {
            button: say(locale, 'openContest', { title }),
            action: '/api/lti/open',
            fields: { ticket: ticket.secret },
            newTab: true,
          },
        ],
      });
    }),

  openLaunch: (server, { body, request, reply }) =>
    inFrame(request, reply, async () => {
      // Requires a click on our own page, so that no other site can sign someone in to another account.
      mustBeOurPage(request);
      const ticket = body.ticket ?? '';
      if (!(await ticketOf(server.context.store.db, 'launch', ticket))) throw new RefusalError(403, 'lti/ticket');
      reply.setCookie(ticketCookie(request), ticket, { ...cookieOptions(request), maxAge: TICKET_SECONDS });
      reply.redirect('/api/lti/enter', 303);
      return undefined;
    }),

  enterLaunch: (server, { person, request, reply }) =>
    inFrame(request, reply, async () => {
      const { db } = server.context.store;
      const arrival = await ticketOf(db, 'launch', ticketIn(request));
      if (!arrival) throw new RefusalError(403, 'lti/ticket');
      const platform = await platformOf(db, arrival.platform);
      const known = await accountOf(db, platform, arrival.subject);
      // Another site may have shown the button to a signed-in user, so changing the account needs a confirmation.
      const isOther = person !== undefined && person.id !== known?.id;
      if (isOther || (!known && (await isRowTaken(db, platform, arrival)))) reply.redirect('/launch', 303);
      else reply.redirect(await enter(server, request, reply, null), 303);
      return undefined;
    }),

  async launchQuestion({ context: { store } }, { request }) {
    const arrival = await ticketOf(store.db, 'launch', ticketIn(request));
    if (!arrival) throw new RefusalError(403, 'lti/ticket');
    const platform = await platformOf(store.db, arrival.platform);
    const known = await accountOf(store.db, platform, arrival.subject);
    return {
      platform: platform.name,
      name: arrival.name ?? '',
      taken: !known && (await isRowTaken(store.db, platform, arrival)),
      account: known?.name ?? null,
    };
  },

  async answerLaunch(server, asked) {
    const { body, person, request, reply } = asked;
    if (body.link && person === undefined) throw new RefusalError(401, 'sign-in');
    return {
      to: await enter(server, request, reply, body.link ? { person: person!.id, session: sessionOf(asked) } : null),
    };
  },

  toolKeys: ({ context }) => publicKeys(context.store.db),
};

/** Uses this browser's ticket, and returns the page to show. */
async function enter(
  server: Server,
  request: FastifyRequest,
  reply: FastifyReply,
  linked: AccountLink | null,
): Promise<string> {
  const to = await server.context.store.transaction(async (tx) => {
    const arrival = await useTicket(tx, 'launch', ticketIn(request));
    if (!arrival) throw new RefusalError(403, 'lti/ticket');
    const platform = await platformOf(tx, arrival.platform);
    // The row can't have a second account. So the row's account must be linked, or an organiser must free the row.
    if (
      linked === null &&
      !(await accountOf(tx, platform, arrival.subject)) &&
      (await isRowTaken(tx, platform, arrival))
    )
      throw new RefusalError(409, 'lti/row-taken');
    return await arrive(tx, platform, arrival, linked, request, reply);
  });
  reply.clearCookie(ticketCookie(request), cookieOptions(request));
  await server.tell({ kind: 'changed' });
  server.changed();
  return to;
}

interface DeepLinkingChoice {
  readonly platform: Platform;
  readonly message: DeepLinkingMessage;
  readonly arrival: Arrival;
  readonly locale: Locale;
}

/**
 * Shows contests to choose from, for people who may share the contests' codes. Organisers see all contests; others see
 * the contests in which they are owners or assistants.
 */
async function choose(
  { context: { store } }: Server,
  request: FastifyRequest,
  reply: FastifyReply,
  { platform, message, arrival, locale }: DeepLinkingChoice,
): ReturnType<Handler<'launch'>> {
  const account = await accountOf(store.db, platform, arrival.subject);
  const seesAll = account?.role === 'organiser';
  const own = account ? await rolesOf(store.db, account.id) : new Map<number, ContestRole>();
  const ids = [...own].filter(([, role]) => includesRole(role, 'assistant')).map(([id]) => id);
  if (!seesAll && ids.length === 0) throw notAllowed('lti/organiser');
  let found = store.db
    .selectFrom('contests')
    .selectAll()
    .where('state', '<>', 'closed')
    .orderBy('id', 'desc')
    .limit(100);
  if (!seesAll) found = found.where('id', 'in', ids);
  const contests: Row<'contests'>[] = await found.execute();
  const forms = await choices(store.db, toolUrls(baseOf(request)).launch, platform, message, contests);
  return framePage(reply, locale, {
    title: say(locale, 'choose'),
    text: [say(locale, forms.length === 0 ? 'none' : 'chooseHint')],
    forms,
  });
}
