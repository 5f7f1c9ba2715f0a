import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../../tools/long-run.ts';
import { now } from '../../store/times.ts';
import { type Browser, makeContest, SPRING, until } from '../../testing/contest.ts';
import { CLIENT, DEPLOYMENT, type PlatformMember } from '../../testing/learning-platform.ts';
import { ANNA, CLAIM, LtiStage, TEACHER } from '../../testing/lti-stage.ts';

// Slow: two servers on PostgreSQL, and a simulated learning platform that signs with RSA.

let stage: LtiStage;
beforeAll(async () => {
  stage = await LtiStage.start();
});
afterAll(() => stage?.end());

const BEN = { user_id: '102', name: 'Ben Roca', email: 'ben@uni.example', lis_person_sourcedid: 'n2' };
const CARLA = { user_id: '103', name: 'Carla Mas', email: 'carla@uni.example', lis_person_sourcedid: 'n3' };

describe('deep linking', () => {
  test('lets a contest’s staff choose the contest, and sends a link with a line item', async () => {
    const { status } = await stage.platform.launch(
      stage.platform.deepLinkingOf({ user_id: '950', role: 'Instructor' }),
    );
    expect(status).toBe(403);
    // Teachers who may create contests choose among their own contests.
    await stage.change({ teachers: true });
    await stage.come(TEACHER);
    expect((await stage.platform.launch(stage.platform.deepLinkingOf(TEACHER))).status).toBe(403);
    await stage.change({});
    await stage.organiser.get('addStaff', { ...SPRING, body: { name: TEACHER.name, role: 'owner' } });
    const launched = await stage.platform.launch(stage.platform.deepLinkingOf(TEACHER));
    expect(launched.policy, launched.text).toContain(`form-action ${stage.platform.url}`);
    const spring = launched.forms.find(({ action }) => action === `${stage.platform.url}/return`)!;
    expect(launched.text).toContain('Spring');
    const items = await Promise.all(launched.forms.map(({ fields }) => stage.platform.chosen(fields.JWT)));
    expect(spring).toBeDefined();
    const chosen = items.find((claims) => JSON.stringify(claims).includes('"spring"'))!;
    expect(chosen).toMatchObject({
      iss: CLIENT,
      aud: stage.platform.url,
      [`${CLAIM}/message_type`]: 'LtiDeepLinkingResponse',
      [`${CLAIM}/version`]: '1.3.0',
      [`${CLAIM}/deployment_id`]: DEPLOYMENT,
      'https://purl.imsglobal.org/spec/lti-dl/claim/data': 'kept by the platform',
      'https://purl.imsglobal.org/spec/lti-dl/claim/content_items': [
        {
          type: 'ltiResourceLink',
          title: 'Spring',
          url: `${stage.server.url}/api/lti/launch`,
          custom: { contest: 'spring', code: stage.code },
          window: { targetName: '_blank' },
          lineItem: { label: 'Spring', scoreMaximum: 10, resourceId: 'spring' },
        },
      ],
    });
  });
});

describe('dynamic registration', () => {
  test('registers the server and the platform once, through an organiser’s link', async () => {
    const fromAnywhere = `openid_configuration=${encodeURIComponent(`${stage.platform.url}/.well-known/openid-configuration`)}&registration_token=one+registration`;
    const open = async (url: string) => {
      const response = await fetch(url, { headers: { 'sec-fetch-site': 'cross-site' } });
      return [response.status, await response.text()] as const;
    };
    expect((await open(`${stage.server.url}/api/lti/register?link=ll_guessed&${fromAnywhere}`))[0]).toBe(403);
    await stage.organiser.get('removePlatform', { params: { id: stage.id } });
    // People of this issuer exist, so only an organiser may register the issuer again.
    const first = await stage.organiser.get('registrationLink');
    expect((await open(`${first.url}&${fromAnywhere}`))[0]).toBe(409);
    await stage.server.context.store.db.deleteFrom('identities').execute();
    const { url } = await stage.organiser.get('registrationLink');
    expect((await open(url))[0]).toBe(403);
    const [status, text] = await open(`${url}&${fromAnywhere}`);
    expect([status, text]).toEqual([200, expect.stringContaining('is registered')]);
    expect(text).toContain('org.imsglobal.lti.close');
    expect((await open(`${url}&${fromAnywhere}`))[0]).toBe(403);
    expect(stage.platform.registration).toMatchObject({
      application_type: 'web',
      grant_types: ['implicit', 'client_credentials'],
      response_types: ['id_token'],
      initiate_login_uri: `${stage.server.url}/api/lti/login`,
      redirect_uris: [`${stage.server.url}/api/lti/launch`],
      jwks_uri: `${stage.server.url}/api/lti/keys`,
      token_endpoint_auth_method: 'private_key_jwt',
      'https://purl.imsglobal.org/spec/lti-tool-configuration': {
        domain: new URL(stage.server.url).host,
        messages: [{ type: 'LtiResourceLinkRequest' }, { type: 'LtiDeepLinkingRequest' }],
      },
    });
    const all = await stage.organiser.get('platforms');
    expect(all).toMatchObject([{ ...stage.platform.form, name: expect.stringMatching(/^Moodle, /), teachers: false }]);
    stage.id = all[0].id;
    const second = await stage.organiser.ask('savePlatform', {
      body: { ...stage.platform.form, clientId: 'second', jwksUrl: 'https://evil.example/jwks' },
    });
    expect([second.status, ((await second.json()) as { code: string }).code]).toEqual([409, 'lti/other-keys']);
    await stage.change({});
  });

  test('rejects an audience that is another platform’s token address or issuer', async () => {
    const { form } = stage.platform;
    const other = { ...form, name: 'Other', issuer: 'https://other.example', tokenUrl: 'https://other.example/token' };
    for (const audience of [form.tokenUrl, form.issuer]) {
      const response = await stage.organiser.ask('savePlatform', { body: { ...other, audience } });
      expect([response.status, await response.json()]).toEqual([
        409,
        expect.objectContaining({ code: 'lti/other-audience' }),
      ]);
    }
    const { id } = await stage.organiser.get('savePlatform', { body: { ...other, audience: null } });
    const back = { ...form, id: stage.id, audience: other.tokenUrl };
    expect((await stage.organiser.ask('savePlatform', { body: back })).status).toBe(409);
    await stage.organiser.get('removePlatform', { params: { id } });
  });
});

describe('a course', () => {
  let course: { readonly params: { readonly contest: string; readonly course: number } };
  const rows = async () => (await stage.organiser.get('rosterRows', AUTUMN)).rows;
  const AUTUMN = { params: { contest: 'autumn' } };
  let ofAutumn: string;
  const arrive = async (member: PlatformMember) =>
    (await stage.press(await stage.platform.launch(stage.launchOf(member, 'autumn-1', { code: ofAutumn })))).browser;

  beforeAll(async () => {
    ofAutumn = await makeContest(stage.organiser, { slug: 'autumn', title: 'Autumn' });
    await arrive(TEACHER);
    const [found] = await stage.organiser.get('courses', AUTUMN);
    expect(found).toMatchObject({ platform: 'Test Campus', title: 'Programming 2', members: true, marks: true });
    course = { params: { contest: 'autumn', course: found.id } };
    stage.platform.members.push(TEACHER, ANNA, BEN, CARLA, { ...CARLA, name: 'Carla Mas' });
    stage.platform.members.push({ user_id: '104', name: 'Gone', status: 'Inactive' });
  });

  test('provides the students from all result pages as a roster, without duplicates when the roster is imported again', async () => {
    const preview = await stage.organiser.get('courseRoster', { ...course, body: { preview: true } });
    expect(preview).toMatchObject({ added: 3, changed: 0, same: 0 });
    expect(await rows()).toEqual([]);
    await stage.organiser.get('courseRoster', { ...course, body: {} });
    expect((await rows()).map(({ id, name }) => [id, name])).toEqual([
      ['n1', 'Anna Puig'],
      ['n2', 'Ben Roca'],
      ['n3', 'Carla Mas'],
    ]);
    // An organiser's correction of an id stays, but the platform's new name is accepted.
    await stage.organiser.get('correctRow', {
      ...AUTUMN,
      body: { row: 'n3', to: { id: '1003', name: 'Carla Mas', group: 'B' } },
    });
    stage.platform.members.splice(3, 2, { ...CARLA, name: 'Carla Mas Pla' });
    expect(await stage.organiser.get('courseRoster', { ...course, body: {} })).toMatchObject({
      added: 0,
      changed: 1,
      same: 2,
    });
    expect((await rows())[0]).toMatchObject({ id: '1003', name: 'Carla Mas Pla', group: 'B' });
  });

  test('admits only its own students, each to their row', async () => {
    const anna = await arrive(ANNA);
    expect((await anna.get('me')).entrants).toMatchObject([{ contest: 'autumn', approved: true }]);
    const stranger = await arrive({ user_id: '777', name: 'Zoe', lis_person_sourcedid: 'n2', email: BEN.email });
    expect((await stranger.get('me')).entrants).toMatchObject([{ contest: 'autumn', approved: false }]);
    expect((await rows()).filter(({ is }) => is).map(({ id }) => id)).toEqual(['n1']);
  });

  test('changes rows from an uploaded roster only if the organiser trusts the platform’s ids', async () => {
    const winter = { params: { contest: 'winter' } };
    const ofWinter = await makeContest(stage.organiser, { slug: 'winter', title: 'Winter' });
    await stage.organiser.get('roster', { ...winter, body: { csv: 'id,name,group\nN2,Benjamin,A\n' } });
    const launched = await stage.platform.launch(stage.launchOf(TEACHER, 'winter-1', { code: ofWinter }));
    await stage.press(launched);
    const [found] = await stage.organiser.get('courses', winter);
    const call = { params: { contest: 'winter', course: found.id }, body: {} };
    const refused = await stage.organiser.ask('courseRoster', call);
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('doesn’t verify this id')]);
    await stage.change({ rosterClaim: 'sourcedid' });
    expect(await stage.organiser.get('courseRoster', call)).toMatchObject({ added: 2, changed: 1 });
    const { rows: all } = await stage.organiser.get('rosterRows', winter);
    expect(all.find(({ id: each }) => each === 'N2')).toMatchObject({ name: 'Ben Roca', group: 'A' });
    await stage.change({});
  });

  test('makes its teachers assistants only in its own contest, and only with an owner’s permission', async () => {
    const roleOf = async (browser: Browser) =>
      (await browser.get('me')).roles.map(({ contest, role }) => [contest, role] as const);
    const teacher = { user_id: '910', name: 'Toni Serra', role: 'Instructor' as const };
    expect(await roleOf(await arrive(teacher))).toEqual([]);
    await stage.organiser.get('changeCourse', { ...course, body: { teachers: true } });
    expect((await stage.organiser.get('courses', AUTUMN)).map(({ teachers }) => teachers)).toEqual([true]);
    // A link to another contest of the platform, with a class code that students know.
    await stage.come(teacher);
    expect(await roleOf(await arrive(teacher))).toEqual([['autumn', 'assistant']]);
    expect(await roleOf(await arrive(ANNA))).toEqual([]);
    // A teacher of another course may know the class code from students.
    const nil = { user_id: '912', name: 'Nil Roig', role: 'Instructor' as const };
    const elsewhere = await stage.platform.launch(stage.launchOf(nil, 'autumn-2', { code: ofAutumn }));
    expect(await roleOf((await stage.press(elsewhere)).browser)).toEqual([]);
    const log = await stage.organiser.get('contestAudit', { ...AUTUMN, query: {} });
    expect(log.filter(({ what }) => what === 'became an assistant')).toMatchObject([
      { who: 'Toni Serra', about: 'Programming 2' },
    ]);
    // An existing role stays.
    const { id } = (await (await arrive(teacher)).get('me')).person!;
    await stage.organiser.get('changeStaff', { params: { contest: 'autumn', person: id }, body: { role: 'owner' } });
    const owner = await arrive(teacher);
    expect(await roleOf(owner)).toEqual([['autumn', 'owner']]);
    await stage.organiser.get('addStaff', { ...AUTUMN, body: { name: TEACHER.name, role: 'assistant' } });
    const refused = await (await arrive(TEACHER)).ask('changeCourse', { ...course, body: { teachers: true } });
    expect(refused.status).toBe(403);
    await owner.get('changeCourse', { ...course, body: { teachers: false } });
    expect(await roleOf(await arrive({ ...teacher, user_id: '911', name: 'Pau Mir' }))).toEqual([]);
  });

  test('links existing rows with the same ids, even if they were linked to another platform', async () => {
    const summer = { params: { contest: 'summer' } };
    const code = await makeContest(stage.organiser, { slug: 'summer', title: 'Summer' });
    await stage.change({ rosterClaim: 'email' });
    const csv = `id,name\n${ANNA.email},Anna Puig\n${BEN.email},Ben Roca\nzoe@uni.example,Zoe\n`;
    await stage.organiser.get('roster', { ...summer, body: { csv } });
    await stage.press(await stage.platform.launch(stage.launchOf(TEACHER, 'summer-1', { code })));
    const [found] = await stage.organiser.get('courses', summer);
    const params = { contest: 'summer', course: found.id };
    const read = async (preview: boolean) => await stage.organiser.get('courseRoster', { params, body: { preview } });
    const linking = { added: 1, changed: 0, linked: 2, same: 0 };
    const preview = await read(true);
    expect(preview).toMatchObject(linking);
    expect(preview.changes.map(({ kind, name }) => [kind, name])).toEqual([
      ['added', 'Carla Mas Pla'],
      ['linked', 'Anna Puig'],
      ['linked', 'Ben Roca'],
      ['absent', 'Zoe'],
    ]);
    expect(await read(false)).toMatchObject(linking);
    expect(await read(true)).toMatchObject({ added: 0, changed: 0, linked: 0, same: 3 });
    // Another platform may use the same ids for its people.
    const { db } = stage.server.context.store;
    await db.updateTable('roster').set({ issuer: 'another' }).where('roster_id', '=', ANNA.email).execute();
    expect(await read(false)).toMatchObject({ linked: 1, same: 2 });
    expect(await read(true)).toMatchObject({ linked: 0, same: 3 });
    await stage.change({});
  });

  test('receives marks by the final’s rule in one request per student, without duplicates when the marks are sent again', async () => {
    const ben = await arrive(BEN);
    const anna = await arrive(ANNA);
    await submit(anna, 'strength 30');
    await submit(ben, 'strength 10');
    await stage.organiser.get('announceRound', {
      ...AUTUMN,
      body: {
        title: 'The end',
        deadline: new Date(Date.now() + 3_600_000).toISOString(),
        format: { kind: 'last-out', matches: 4, out: 1, outPercent: 0 },
        marks: {
          source: { kind: 'evenly', first: 9.5, last: 5 },
          late: { aDay: 0, most: 0 },
          step: 0.5,
          rounding: 'nearest',
          least: 0,
          most: 10,
        },
      },
    });
    const round = { params: { contest: 'autumn', round: 1 } };
    const early = await stage.organiser.ask('courseMarks', { ...course, body: { rounds: '1' } });
    expect(early.status).toBe(409);
    await stage.server.context.store.db.updateTable('rounds').set({ deadline: now }).execute();
    await until(async () => (await stage.organiser.get('round', round)).state === 'played');
    stage.platform.refuses.add(BEN.user_id);
    const send = async () =>
      (await stage.organiser.get('courseMarks', { ...course, body: { rounds: '1' } })).map(
        ({ id: each, mark, state, why }) => [each, mark, state, why],
      );
    const first = await send();
    expect(first).toContainEqual(['n1', 9.5, 'sent', null]);
    expect(first).toContainEqual(['n2', 5, 'failed', expect.stringContaining('422: no such student')]);
    expect(first).toContainEqual(['1003', null, 'none', null]);
    expect(stage.platform.lineItems).toMatchObject([
      { label: 'Autumn', scoreMaximum: 10, resourceId: 'autumn', resourceLinkId: 'autumn-1' },
    ]);
    expect(stage.platform.scores).toMatchObject([
      {
        userId: '101',
        scoreGiven: 9.5,
        scoreMaximum: 10,
        activityProgress: 'Completed',
        gradingProgress: 'FullyGraded',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
        item: '/item/0/scores',
        type: 'application/vnd.ims.lis.v1.score+json',
      },
    ]);
    // Anna's export contains all data about her.
    expect(await (await anna.ask('exportMe')).text()).toContain('"kind":"mark sent to a course"');
    stage.platform.refuses.clear();
    const [second, third] = [await send(), await send()];
    expect(second).toContainEqual(['n1', 9.5, 'same', null]);
    expect(second).toContainEqual(['n2', 5, 'sent', null]);
    expect(third).toContainEqual(['n2', 5, 'same', null]);
    // Concurrent senders find the same line item.
    await stage.server.context.store.db.updateTable('lti_courses').set({ line_item_url: null }).execute();
    await stage.server.context.store.db.deleteFrom('lti_scores').execute();
    await Promise.all(Array.from({ length: 4 }, send));
    expect(stage.platform.lineItems).toHaveLength(1);
    const newest = new Map(stage.platform.scores.map(({ userId, scoreGiven }) => [userId, scoreGiven]));
    expect([...newest]).toEqual([
      ['101', 9.5],
      ['102', 5],
    ]);
  });

  if (IS_LONG_RUN)
    test('receives a team’s mark for each member', async () => {
      const pairs = { params: { contest: 'pairs' } };
      const code = await makeContest(stage.organiser, { slug: 'pairs', title: 'Pairs', teamSize: 2 });
      const come = async (member: PlatformMember) =>
        (await stage.press(await stage.platform.launch(stage.launchOf(member, 'pairs-1', { code })))).browser;
      await come(TEACHER);
      const [anna, ben, carla] = [await come(ANNA), await come(BEN), await come(CARLA)];
      const { code: team } = await anna.get('renewTeamCode', pairs);
      await ben.get('joinTeam', { ...pairs, body: { code: team! } });
      for (const [browser, text] of [
        [ben, 'strength 30'],
        [carla, 'strength 10'],
      ] as const) {
        const { submission } = await browser.get('submit', { ...pairs, query: { file: 'AIMine.cc' }, bytes: text });
        const params = { contest: 'pairs', submission: submission.number };
        await until(async () => (await browser.get('submission', { params })).state === 'in');
      }
      const late = { aDay: 0, most: 0 };
      const marks = {
        source: { kind: 'places', marks: [10], rest: 5 },
        late,
        step: 0.5,
        rounding: 'nearest',
        least: 0,
        most: 10,
      };
      const format = { kind: 'last-out', matches: 4, out: 1, outPercent: 0 };
      const deadline = new Date(Date.now() + 3_600_000).toISOString();
      const body = { title: 'The end', deadline, format, marks };
      const { number } = await stage.organiser.get('announceRound', { ...pairs, body: body as never });
      await stage.server.context.store.db
        .updateTable('rounds')
        .set({ deadline: now })
        .where('state', '=', 'announced')
        .execute();
      const round = { params: { contest: 'pairs', round: number } };
      await until(async () => (await stage.organiser.get('round', round)).state === 'played');
      const [{ id }] = await stage.organiser.get('courses', pairs);
      const sent = await stage.organiser.get('courseMarks', {
        params: { contest: 'pairs', course: id },
        body: { rounds: String(number) },
      });
      const markOf = (name: string) => sent.find((each) => each.name.startsWith(name));
      expect(['Anna', 'Ben', 'Carla'].map((name) => [markOf(name)?.mark, markOf(name)?.state])).toEqual([
        [10, 'sent'],
        [10, 'sent'],
        [5, 'sent'],
      ]);
      const item = stage.platform.lineItems.length - 1;
      const scores = stage.platform.scores.filter((score) => score.item === `/item/${item}/scores`);
      expect(scores.map(({ userId, scoreGiven }) => [userId, scoreGiven]).sort()).toEqual([
        ['101', 10],
        ['102', 10],
        ['103', 5],
      ]);
    });

  const submit = async (browser: Browser, text: string) => {
    const { submission } = await browser.get('submit', { ...AUTUMN, query: { file: 'AIMine.cc' }, bytes: text });
    const params = { contest: 'autumn', submission: submission.number };
    await until(async () => (await browser.get('submission', { params })).state === 'in');
  };
});
