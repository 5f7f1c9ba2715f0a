import type { courses } from '../../api/lti.ts';
import { audit, holdContest } from '../../store/rows.ts';
import { contestOf, DONE, type Handlers, personOf } from '../handler.ts';
import { placeOf } from '../lti/courses.ts';
import { framePage, inFrame } from '../lti/frame.ts';
import { sendMarks } from '../lti/marks.ts';
import { SCOPES } from '../lti/message.ts';
import { refused } from '../lti/platform.ts';
import { register } from '../lti/register.ts';
import { linesOf, linkedBy, tieMembers } from '../lti/roster.ts';
import { savePlatform } from '../lti/save-platform.ts';
import { Services } from '../lti/services.ts';
import { newTicket, useTicket } from '../lti/tickets.ts';
import { localeOf, say } from '../lti/words.ts';
import { conflict, notFound, RefusalError } from '../refusal.ts';
import { rosterChanges } from '../roster.ts';
import { rosterOf, shownChanges, takeRoster } from './roster.ts';
import { chosenRounds } from './rounds.ts';

/** Validity of a registration link in seconds. */
const REGISTER_SECONDS = 86_400;

/** Routes for learning platforms, and for contests' links to courses. */
export const courseHandlers: Handlers<keyof typeof courses> = {
  registerTool: (server, { query, request, reply }) =>
    inFrame(request, reply, async () => {
      const { store } = server.context;
      const of = (name: string): string => (typeof query[name] === 'string' ? query[name] : '');
      const description = of('openid_configuration');
      // A program that only previews a link doesn't use up the link.
      if (description === '') throw refused('openid_configuration is missing');
      // Uses up the link first, so that each link causes at most one request.
      const link = await store.transaction((tx) => useTicket(tx, 'register', of('link')));
      if (!link) throw new RefusalError(403, 'lti/link');
      const base = `${request.protocol}://${request.host}`;
      const found = await register(base, description, of('registration_token') || undefined);
      await store.transaction(async (tx) => {
        const form = { ...found, deployments: [...found.deployments], rosterClaim: 'none' as const, teachers: false };
        await savePlatform(tx, form, { isOrganiser: false });
        await audit(tx, link.by, 'registered a learning platform', found.name);
      });
      await server.tell({ kind: 'changed' });
      const locale = localeOf(request.headers['accept-language']);
      return framePage(reply, locale, {
        title: say(locale, 'registered', { name: found.name }),
        text: [
          say(locale, 'registeredHint'),
          ...(found.deployments.length === 0 ? [say(locale, 'deploymentHint')] : []),
        ],
        isOver: true,
      });
    }),

  async platforms({ context }) {
    const rows = await context.store.db.selectFrom('lti_platforms').selectAll().orderBy('id').execute();
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      issuer: row.issuer,
      clientId: row.client_id,
      deployments: [...row.deployments],
      authUrl: row.auth_url,
      tokenUrl: row.token_url,
      jwksUrl: row.jwks_url,
      audience: row.audience,
      rosterClaim: row.roster_claim,
      teachers: row.organisers,
    }));
  },

  async savePlatform(server, asked) {
    const { id: known, ...form } = asked.body;
    const id = await server.context.store.transaction(async (tx) => {
      const saved = await savePlatform(tx, form, { known, isOrganiser: true });
      await audit(tx, personOf(asked).id, 'saved a learning platform', form.name);
      return saved;
    });
    return { id };
  },

  async removePlatform(server, asked) {
    await server.context.store.transaction(async (tx) => {
      const gone = await tx
        .deleteFrom('lti_platforms')
        .where('id', '=', asked.params.id)
        .returning('name')
        .executeTakeFirst();
      if (!gone) throw notFound(`learning platform ${asked.params.id}`);
      await audit(tx, personOf(asked).id, 'removed a learning platform', gone.name);
    });
    return DONE;
  },

  async registrationLink({ context: { store } }, asked) {
    const { id } = personOf(asked);
    const { secret, expires } = await newTicket(store.db, 'register', { by: id }, REGISTER_SECONDS);
    await store.transaction((tx) => audit(tx, id, 'made a link for a learning platform', ''));
    const { protocol, host } = asked.request;
    return { url: `${protocol}://${host}/api/lti/register?link=${secret}`, expires: expires.toISOString() };
  },

  async courses({ context }, asked) {
    const rows = await context.store.db
      .selectFrom('lti_courses')
      .innerJoin('lti_platforms', 'lti_platforms.id', 'lti_courses.platform')
      .selectAll('lti_courses')
      .select('lti_platforms.name')
      .where('contest', '=', contestOf(asked).id)
      .orderBy('lti_courses.id')
      .execute();
    return rows.map(({ id, name, title, used, scopes, members_url, line_item_url, line_items_url, teachers }) => ({
      id,
      platform: name,
      title,
      used: used.toISOString(),
      members: members_url !== null,
      marks:
        scopes.includes(SCOPES.score) &&
        (line_item_url !== null || (line_items_url !== null && scopes.includes(SCOPES.lineItem))),
      teachers,
    }));
  },

  async changeCourse(server, asked) {
    const { id } = contestOf(asked);
    const { teachers } = asked.body;
    await server.context.store.transaction(async (tx) => {
      const { row } = await placeOf(tx, id, asked.params.course);
      await tx.updateTable('lti_courses').set({ teachers }).where('id', '=', row.id).execute();
      const what = teachers ? 'made the teachers of a course assistants' : 'gave the teachers of a course no role';
      await audit(tx, personOf(asked).id, what, row.title, id);
    });
    return DONE;
  },

  async courseRoster(server, asked) {
    const { store } = server.context;
    const { id, slug } = contestOf(asked);
    const { preview, remove } = asked.body;
    const { row, platform } = await placeOf(store.db, id, asked.params.course);
    if (row.members_url === null) throw conflict('lti/no-members');
    const members = await (await Services.open(store.db, platform, [SCOPES.members])).members(row.members_url);
    const shown = await store.transaction(async (tx) => {
      const held = preview ? contestOf(asked) : await holdContest(tx, id);
      const rows = await rosterOf(tx, id);
      const lines = linesOf(platform, members, rows);
      const isLinked = linkedBy(platform, lines);
      if (preview) return shownChanges(rosterChanges(rows, lines), remove, isLinked);
      const found = await takeRoster(tx, held, lines, remove);
      await tieMembers(tx, held, platform, lines);
      await audit(tx, personOf(asked).id, `took a roster of ${lines.length} from a course`, slug, id);
      return shownChanges(found, remove, isLinked);
    });
    if (!preview) server.changed();
    return shown;
  },

  async courseMarks(server, asked) {
    const { store } = server.context;
    const { db } = store;
    const contest = contestOf(asked);
    const course = await placeOf(db, contest.id, asked.params.course);
    const chosen = await chosenRounds(db, asked, asked.body);
    const outcomes = await sendMarks(db, contest, course, chosen);
    await store.transaction((tx) => audit(tx, personOf(asked).id, 'sent marks to a course', contest.slug, contest.id));
    return outcomes;
  },
};
