import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallOf } from '../api/routes.ts';
import { now } from '../store/times.ts';
import { Browser, joined, makeContest, SPRING, serveTest, springOf, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { type Bent, CLIENT, DEPLOYMENT, LearningPlatform, type PlatformMember } from '../testing/learning-platform.ts';
import type { RunningServer } from './start.ts';

// Slow: two servers on PostgreSQL, and a learning platform of our own that signs with RSA.

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim';
const ANNA = { user_id: '101', name: 'Anna Puig', email: 'anna@uni.example', lis_person_sourcedid: 'n1' };
const BEN = { user_id: '102', name: 'Ben Roca', email: 'ben@uni.example', lis_person_sourcedid: 'n2' };
const CARLA = { user_id: '103', name: 'Carla Mas', email: 'carla@uni.example', lis_person_sourcedid: 'n3' };
const TEACHER = { user_id: '900', name: 'Teresa Vila', email: 't@uni.example', role: 'Instructor' as const };

let platform: LearningPlatform;
let server: RunningServer;
let other: RunningServer;
let organiser: Browser;
let code: string;
let people: Browser[];
let id: number;

beforeAll(async () => {
  platform = await LearningPlatform.start();
  const place = await fresh();
  ({ server, organiser, code, people } = await springOf(place, ['Ada', 'Bob']));
  // One database, two servers: what one has seen the other one knows.
  other = await serveTest(place, { play: undefined });
  platform.use(server.url);
  ({ id } = await organiser.get('savePlatform', { body: platform.form }));
});
afterAll(async () => {
  await other?.close();
  await server?.close();
  await platform?.close();
});

const change = (more: Partial<CallOf<'savePlatform'>['body']>) =>
  organiser.get('savePlatform', { body: { ...platform.form, ...more, id } });
const launchOf = (member: PlatformMember, link = 'link-1', custom: Record<string, string> = { code }) =>
  platform.launchOf(member, link, custom);

/** A browser that presses the button of a launch, and follows it to the page where it ends. */
async function press({ forms }: Awaited<ReturnType<LearningPlatform['launch']>>, browser = new Browser(server.url)) {
  const [{ action, fields }] = forms;
  const jar = new Map<string, string>();
  if (browser.cookie) jar.set('ludus', browser.cookie.split('=')[1]);
  const go = async (path: string, init: RequestInit = {}): Promise<{ status: number; to: string; text: string }> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, server.url), {
      redirect: 'manual',
      ...init,
      headers: { cookie, ...(init.headers as Record<string, string>) },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      if (/expires=Thu, 01 Jan 1970/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    const next = response.headers.get('location');
    if (next?.startsWith('/api/')) return await go(next);
    return { status: response.status, to: next ?? '', text: await response.text() };
  };
  const end = await go(action, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: server.url },
  });
  if (jar.has('ludus')) browser.cookie = `ludus=${jar.get('ludus')}`;
  const launch = jar.get('ludus-launch');
  return { ...end, browser, launch };
}

const come = async (member: PlatformMember, browser?: Browser) =>
  await press(await platform.launch(launchOf(member)), browser);
const nameOf = async (browser: Browser) => (await browser.get('me')).person?.name;

describe('a launch', () => {
  test.each(['GET', 'POST'] as const)('asks the platform who it is, begun by %s', async (by) => {
    const question = await platform.begin(by);
    expect(Object.fromEntries(question)).toMatchObject({
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: CLIENT,
      redirect_uri: `${server.url}/api/lti/launch`,
      login_hint: 'someone',
      lti_message_hint: 'hint',
    });
    expect(question.get('nonce')).toMatch(/^ll_[\w-]{32}$/);
    expect((await platform.begin(by)).get('nonce')).not.toBe(question.get('nonce'));
  });

  test('in a frame without cookies shows one button, which opens the contest in a new tab', async () => {
    const launched = await platform.launch(launchOf(ANNA));
    expect(launched.status).toBe(200);
    expect(launched.policy).toContain('frame-ancestors *');
    expect(launched.policy).not.toContain('script-src');
    expect(launched.text).toContain('You come from Test Campus as Anna Puig.');
    expect(launched.text).toContain('target="_blank" rel="noopener"');
    const { to, browser } = await press(launched);
    expect(to).toBe('/c/spring');
    const me = await browser.get('me');
    expect(me.person).toMatchObject({ name: 'Anna Puig', role: 'entrant' });
    expect(me.entrants).toMatchObject([{ contest: 'spring', approved: true }]);
    // The ticket is good once.
    expect((await press(launched)).status).toBe(403);
  });

  test('comes back to the same account, and a teacher doesn’t take part', async () => {
    const first = await come(BEN);
    const again = await come(BEN);
    expect((await again.browser.get('me')).person!.id).toBe((await first.browser.get('me')).person!.id);
    const teacher = await come(TEACHER);
    expect(await teacher.browser.get('me')).toMatchObject({ person: { role: 'entrant' }, entrants: [] });
  });

  test('opens nothing for a page of another site, and in its own tab asks for no button', async () => {
    const { forms } = await platform.launch(launchOf(ANNA));
    const stolen = await fetch(`${server.url}/api/lti/open`, {
      method: 'POST',
      body: new URLSearchParams(forms[0].fields),
      headers: { origin: 'https://evil.example' },
    });
    expect(stolen.status).toBe(403);
    // Behind HTTPS the browser that began has a cookie.
    const secure = await serveTest(
      { databaseUrl: server.context.store.url },
      { play: undefined, trustProxy: ['127.0.0.1'] },
    );
    try {
      platform.use(secure.url);
      const headers = { 'x-forwarded-proto': 'https' };
      const begun = await fetch(`${secure.url}/api/lti/login?iss=${platform.url}&login_hint=a&client_id=${CLIENT}`, {
        redirect: 'manual',
        headers,
      });
      const [cookie] = begun.headers.getSetCookie();
      expect(cookie).toMatch(/^__Host-ludus-lti=.*SameSite=None/);
      const question = new URL(begun.headers.get('location')!).searchParams;
      const body = new URLSearchParams(await platform.answerOf(question, launchOf(ANNA)));
      const response = await fetch(`${secure.url}/api/lti/launch`, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { ...headers, cookie: cookie.split(';')[0], 'sec-fetch-dest': 'document', origin: platform.url },
      });
      expect([response.status, response.headers.get('location')]).toEqual([303, '/api/lti/enter']);
    } finally {
      platform.use(server.url);
      await secure.close();
    }
  });

  test('leads to a contest only with its class code, and then remembers the link', async () => {
    const wrong = await platform.launch(launchOf(ANNA, 'link-2', { code: 'aaaaa-aaaaa' }));
    expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining('The class code in this activity')]);
    const none = await press(await platform.launch(launchOf(ANNA, 'link-2', {})));
    expect(none.to).toBe('/');
    await organiser.get('renewCode', SPRING);
    expect((await press(await platform.launch(launchOf(ANNA, 'link-1', {})))).to).toBe('/c/spring');
    ({ code = '' } = await organiser.get('contest', SPRING));
  });
});

describe('a message is refused', () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  const cases: readonly (readonly [string, () => Bent, string])[] = [
    ['signed by an unknown key', () => ({ key: 'unknown' }), 'signed by an unknown key'],
    ['signed by another key of the same name', () => ({ key: 'forged' }), 'changed after it was signed'],
    ['for another audience', () => ({ claims: { aud: 'someone-else' } }), 'claim: aud'],
    [
      'for several, without an authorised party',
      () => ({ claims: { aud: [CLIENT, 'x'] } }),
      'for someone else as well',
    ],
    ['for another authorised party', () => ({ claims: { azp: 'x' } }), 'for someone else as well'],
    ['by another issuer', () => ({ claims: { iss: 'https://other.example' } }), 'claim: iss'],
    ['that has expired', () => ({ claims: { exp: seconds() - 120 } }), 'has expired'],
    ['that is old', () => ({ claims: { iat: seconds() - 900 } }), 'has expired'],
    ['of the future', () => ({ claims: { iat: seconds() + 900 } }), 'claim: iat'],
    ['with another nonce', () => ({ nonce: 'guessed' }), 'not the answer to this server’s question'],
    ['without a nonce', () => ({ claims: { nonce: undefined } }), 'claim: nonce'],
    ['without a person', () => ({ claims: { sub: undefined } }), 'claim: sub'],
    ['of another version', () => ({ claims: { [`${CLAIM}/version`]: '1.1' } }), 'the form of LTI 1.3'],
    ['of another type', () => ({ claims: { [`${CLAIM}/message_type`]: 'Other' } }), 'the form of LTI 1.3'],
    ['without a link', () => ({ claims: { [`${CLAIM}/resource_link`]: {} } }), 'the form of LTI 1.3'],
    ['of an unknown deployment', () => ({ claims: { [`${CLAIM}/deployment_id`]: '99' } }), 'deployment 99'],
    ['without a deployment', () => ({ claims: { [`${CLAIM}/deployment_id`]: undefined } }), 'the form of LTI 1.3'],
  ];
  test.each(cases)('%s', async (_, bent, why) => {
    const { status, text, forms } = await platform.launch(launchOf(ANNA), bent());
    expect([status, text]).toEqual([403, expect.stringContaining(why)]);
    expect(forms).toEqual([]);
  });

  test('that was used before, by any server, and however many send it at once', async () => {
    const fields = await platform.answerOf(await platform.begin(), launchOf(ANNA));
    const at = (url: string) => async () =>
      (await fetch(`${url}/api/lti/launch`, { method: 'POST', body: new URLSearchParams(fields) })).status;
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => at(i % 2 === 0 ? server.url : other.url)()));
    expect(all.toSorted()).toEqual([200, ...Array(7).fill(403)]);
    expect((await platform.send(fields)).text).toContain('was used before');
  });

  test('with the state of another launch, a bent one, or none', async () => {
    const [first, second] = [await platform.begin(), await platform.begin()];
    const { id_token } = await platform.answerOf(first, launchOf(ANNA));
    const refused = async (state: string) => (await platform.send({ id_token, state })).text;
    expect(await refused(second.get('state')!)).toContain('not the answer to this server’s question');
    const [body, mac] = second.get('state')!.split('.');
    for (const state of ['', body, `${body}.`, `${body}A.${mac}`, `${body}.${mac.slice(1)}`])
      expect(await refused(state), state).toContain('began too long ago');
  });

  test('that isn’t signed, or by a secret that both know', async () => {
    const question = await platform.begin();
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { ...launchOf(ANNA), nonce: question.get('nonce'), iat: seconds(), exp: seconds() + 60 };
    for (const alg of ['none', 'HS256']) {
      const id_token = `${part({ alg, kid: 'first' })}.${part(claims)}.${alg === 'none' ? '' : 'AAAA'}`;
      const { status, forms } = await platform.send({ state: question.get('state')!, id_token });
      expect([status, forms]).toEqual([403, []]);
    }
    const { text } = await platform.send({ state: question.get('state')!, error: 'login_required' });
    expect(text).toContain('the platform says login_required');
  });

  test('of a platform that isn’t registered, or that doesn’t give its keys', async () => {
    await expect(platform.begin('GET', { iss: 'https://unknown.example' })).rejects.toThrow('isn’t registered here');
    await expect(platform.begin('POST', { client_id: 'other' })).rejects.toThrow('isn’t registered here');
    await change({ jwksUrl: 'http://127.0.0.1:9/jwks' });
    const { status, text } = await platform.launch(launchOf(ANNA));
    await change({});
    expect([status, text]).toEqual([503, expect.stringContaining('Test Campus doesn’t answer')]);
  });
});

describe('whose account it is', () => {
  const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

  test('is asked where someone is signed in, who links theirs or gets a new one', async () => {
    const dan = { user_id: '201', name: 'Dan Sala' };
    const asked = await come(dan, people[0]);
    expect(asked.to).toBe('/launch');
    const { browser, launch } = asked;
    browser.cookie = `${browser.cookie}; ludus-launch=${launch}`;
    expect(await browser.get('launchQuestion')).toEqual({ platform: 'Test Campus', name: 'Dan Sala', taken: false });
    expect(await browser.get('answerLaunch', { body: { link: true } })).toEqual({ to: '/c/spring' });
    const linked = await come(dan);
    expect(await nameOf(linked.browser)).toBe('Ada');
    // Someone else of the platform can't take the same account by accident: theirs is another name.
    const eve = await come({ user_id: '202', name: 'Eve' }, people[1]);
    eve.browser.cookie = `${eve.browser.cookie}; ludus-launch=${eve.launch}`;
    await eve.browser.get('answerLaunch', { body: { link: false } });
    expect(await nameOf((await come({ user_id: '202' })).browser)).toBe('Eve');
  });

  test('is asked where the row has an account, and no second one is made', async () => {
    await makeContest(organiser, { slug: 'rows', title: 'Rows' });
    const rows = { params: { contest: 'rows' } };
    await organiser.get('roster', { ...rows, body: { csv: 'id,name\nn7,Gil Mora\n' } });
    const [{ code: personal }] = (await organiser.get('rosterRows', rows)).rows;
    await joined(server.url, personal!, 'Gil');
    await change({ rosterClaim: 'sourcedid' });
    const { code: ofRows } = await organiser.get('contest', rows);
    const gil = { user_id: '301', name: 'Gil Mora', lis_person_sourcedid: 'N7' };
    const launched = await platform.launch(launchOf(gil, 'rows-1', { code: ofRows! }));
    const { to, browser, launch } = await press(launched);
    expect(to).toBe('/launch');
    browser.cookie = `ludus-launch=${launch}`;
    expect(await browser.get('launchQuestion')).toMatchObject({ taken: true });
    expect(await codeOf(await browser.ask('answerLaunch', { body: { link: false } }))).toBe('lti/row-taken');
    expect((await browser.ask('answerLaunch', { body: { link: true } })).status).toBe(401);
    expect((await organiser.get('rosterRows', rows)).guests).toEqual([]);
    await change({});
  });

  test('becomes an organiser’s only by a platform for which an organiser has agreed', async () => {
    expect((await (await come(TEACHER)).browser.get('me')).person!.role).toBe('entrant');
    await change({ organisers: true });
    const assistant = `${CLAIM}/roles`;
    const roles = [
      'http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor',
      'http://purl.imsglobal.org/vocab/lis/v2/membership/Instructor#TeachingAssistant',
    ];
    const launched = await platform.launch(launchOf({ user_id: '901', name: 'Tom' }), {
      claims: { [assistant]: roles },
    });
    expect((await (await press(launched)).browser.get('me')).person!.role).toBe('entrant');
    expect((await (await come(TEACHER)).browser.get('me')).person!.role).toBe('organiser');
    await change({ organisers: false });
  });
});

describe('deep linking', () => {
  test('lets organisers choose a contest, and sends a link with a line item', async () => {
    const { status } = await platform.launch(platform.deepLinkingOf({ user_id: '950', role: 'Instructor' }));
    expect(status).toBe(403);
    const launched = await platform.launch(platform.deepLinkingOf(TEACHER));
    expect(launched.policy, launched.text).toContain(`form-action ${platform.url}`);
    const spring = launched.forms.find(({ action }) => action === `${platform.url}/return`)!;
    expect(launched.text).toContain('Spring');
    const items = await Promise.all(launched.forms.map(({ fields }) => platform.chosen(fields.JWT)));
    expect(spring).toBeDefined();
    const chosen = items.find((claims) => JSON.stringify(claims).includes('"spring"'))!;
    expect(chosen).toMatchObject({
      iss: CLIENT,
      aud: platform.url,
      [`${CLAIM}/message_type`]: 'LtiDeepLinkingResponse',
      [`${CLAIM}/version`]: '1.3.0',
      [`${CLAIM}/deployment_id`]: DEPLOYMENT,
      'https://purl.imsglobal.org/spec/lti-dl/claim/data': 'kept by the platform',
      'https://purl.imsglobal.org/spec/lti-dl/claim/content_items': [
        {
          type: 'ltiResourceLink',
          title: 'Spring',
          url: `${server.url}/api/lti/launch`,
          custom: { contest: 'spring', code },
          window: { targetName: '_blank' },
          lineItem: { label: 'Spring', scoreMaximum: 10, resourceId: 'spring' },
        },
      ],
    });
  });
});

describe('dynamic registration', () => {
  test('registers both sides by a link that an organiser made, once', async () => {
    const fromAnywhere = `openid_configuration=${encodeURIComponent(`${platform.url}/.well-known/openid-configuration`)}&registration_token=one+registration`;
    const open = async (url: string) => {
      const response = await fetch(url, { headers: { 'sec-fetch-site': 'cross-site' } });
      return [response.status, await response.text()] as const;
    };
    expect((await open(`${server.url}/api/lti/register?link=ll_guessed&${fromAnywhere}`))[0]).toBe(403);
    await organiser.get('removePlatform', { params: { id } });
    // People of this issuer are known: no link makes someone else speak for them.
    const first = await organiser.get('registrationLink');
    expect((await open(`${first.url}&${fromAnywhere}`))[0]).toBe(409);
    await server.context.store.db.deleteFrom('identities').execute();
    const { url } = await organiser.get('registrationLink');
    expect((await open(url))[0]).toBe(403);
    const [status, text] = await open(`${url}&${fromAnywhere}`);
    expect([status, text]).toEqual([200, expect.stringContaining('is registered')]);
    expect(text).toContain('org.imsglobal.lti.close');
    expect((await open(`${url}&${fromAnywhere}`))[0]).toBe(403);
    expect(platform.registration).toMatchObject({
      application_type: 'web',
      grant_types: ['implicit', 'client_credentials'],
      response_types: ['id_token'],
      initiate_login_uri: `${server.url}/api/lti/login`,
      redirect_uris: [`${server.url}/api/lti/launch`],
      jwks_uri: `${server.url}/api/lti/keys`,
      token_endpoint_auth_method: 'private_key_jwt',
      'https://purl.imsglobal.org/spec/lti-tool-configuration': {
        domain: new URL(server.url).host,
        messages: [{ type: 'LtiResourceLinkRequest' }, { type: 'LtiDeepLinkingRequest' }],
      },
    });
    const all = await organiser.get('platforms');
    expect(all).toMatchObject([{ ...platform.form, name: expect.stringMatching(/^Moodle, /), organisers: false }]);
    id = all[0].id;
    const second = await organiser.ask('savePlatform', {
      body: { ...platform.form, clientId: 'second', jwksUrl: 'https://evil.example/jwks' },
    });
    expect([second.status, ((await second.json()) as { code: string }).code]).toEqual([409, 'lti/other-keys']);
    await change({});
  });
});

describe('a course', () => {
  let course: { readonly params: { readonly contest: string; readonly course: number } };
  const rows = async () => (await organiser.get('rosterRows', AUTUMN)).rows;
  const AUTUMN = { params: { contest: 'autumn' } };
  let ofAutumn: string;
  const arrive = async (member: PlatformMember) =>
    (await press(await platform.launch(launchOf(member, 'autumn-1', { code: ofAutumn })))).browser;

  beforeAll(async () => {
    ofAutumn = await makeContest(organiser, { slug: 'autumn', title: 'Autumn' });
    await arrive(TEACHER);
    const [found] = await organiser.get('courses', AUTUMN);
    expect(found).toMatchObject({ platform: 'Test Campus', title: 'Programming 2', members: true, marks: true });
    course = { params: { contest: 'autumn', course: found.id } };
    platform.members.push(TEACHER, ANNA, BEN, CARLA, { ...CARLA, name: 'Carla Mas' });
    platform.members.push({ user_id: '104', name: 'Gone', status: 'Inactive' });
  });

  test('gives its students as a roster, from all pages, and twice changes nothing', async () => {
    const preview = await organiser.get('courseRoster', { ...course, body: { preview: true } });
    expect(preview).toMatchObject({ added: 3, changed: 0, same: 0 });
    expect(await rows()).toEqual([]);
    await organiser.get('courseRoster', { ...course, body: {} });
    expect((await rows()).map(({ id, name }) => [id, name])).toEqual([
      ['n1', 'Anna Puig'],
      ['n2', 'Ben Roca'],
      ['n3', 'Carla Mas'],
    ]);
    // An organiser's correction of an id stays, and the platform's new name comes.
    await organiser.get('correctRow', {
      ...AUTUMN,
      body: { row: 'n3', to: { id: '1003', name: 'Carla Mas', group: 'B' } },
    });
    platform.members.splice(3, 2, { ...CARLA, name: 'Carla Mas Pla' });
    expect(await organiser.get('courseRoster', { ...course, body: {} })).toMatchObject({
      added: 0,
      changed: 1,
      same: 2,
    });
    expect((await rows())[0]).toMatchObject({ id: '1003', name: 'Carla Mas Pla', group: 'B' });
  });

  test('lets its students in as their rows, and no one else', async () => {
    const anna = await arrive(ANNA);
    expect((await anna.get('me')).entrants).toMatchObject([{ contest: 'autumn', approved: true }]);
    const stranger = await arrive({ user_id: '777', name: 'Zoe', lis_person_sourcedid: 'n2', email: BEN.email });
    expect((await stranger.get('me')).entrants).toMatchObject([{ contest: 'autumn', approved: false }]);
    expect((await rows()).filter(({ is }) => is).map(({ id }) => id)).toEqual(['n1']);
  });

  test('ties rows that someone else wrote only by what the organiser trusts', async () => {
    const winter = { params: { contest: 'winter' } };
    const ofWinter = await makeContest(organiser, { slug: 'winter', title: 'Winter' });
    await organiser.get('roster', { ...winter, body: { csv: 'id,name,group\nN2,Benjamin,A\n' } });
    const launched = await platform.launch(launchOf(TEACHER, 'winter-1', { code: ofWinter }));
    await press(launched);
    const [found] = await organiser.get('courses', winter);
    const call = { params: { contest: 'winter', course: found.id }, body: {} };
    const refused = await organiser.ask('courseRoster', call);
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('does not vouch for it')]);
    await change({ rosterClaim: 'sourcedid' });
    expect(await organiser.get('courseRoster', call)).toMatchObject({ added: 2, changed: 1 });
    const { rows: all } = await organiser.get('rosterRows', winter);
    expect(all.find(({ id: each }) => each === 'N2')).toMatchObject({ name: 'Ben Roca', group: 'A' });
    await change({});
  });

  test('gets marks by the rule of the round, each student by itself, and again without doubling', async () => {
    const ben = await arrive(BEN);
    const anna = await arrive(ANNA);
    await submit(anna, 'strength 30');
    await submit(ben, 'strength 10');
    await organiser.get('announceRound', {
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
    const early = await organiser.ask('courseMarks', { ...course, body: { rounds: '1' } });
    expect(early.status).toBe(409);
    await server.context.store.db.updateTable('rounds').set({ deadline: now }).execute();
    await until(async () => (await organiser.get('round', round)).state === 'played');
    platform.refuses.add(BEN.user_id);
    const send = async () =>
      (await organiser.get('courseMarks', { ...course, body: { rounds: '1' } })).map(
        ({ id: each, mark, state, why }) => [each, mark, state, why],
      );
    const first = await send();
    expect(first).toContainEqual(['n1', 9.5, 'sent', null]);
    expect(first).toContainEqual(['n2', 5, 'failed', expect.stringContaining('422: no such student')]);
    expect(first).toContainEqual(['1003', null, 'none', null]);
    expect(platform.lineItems).toMatchObject([
      { label: 'Autumn', scoreMaximum: 10, resourceId: 'autumn', resourceLinkId: 'autumn-1' },
    ]);
    expect(platform.scores).toMatchObject([
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
    // Anna takes it along with all that is kept about her.
    expect(await (await anna.ask('exportMe')).text()).toContain('"kind":"mark sent to a course"');
    platform.refuses.clear();
    const [second, third] = [await send(), await send()];
    expect(second).toContainEqual(['n1', 9.5, 'same', null]);
    expect(second).toContainEqual(['n2', 5, 'sent', null]);
    expect(third).toContainEqual(['n2', 5, 'same', null]);
    // Everyone who sends finds the one line item.
    await server.context.store.db.updateTable('lti_courses').set({ line_item_url: null }).execute();
    await server.context.store.db.deleteFrom('lti_scores').execute();
    await Promise.all(Array.from({ length: 4 }, send));
    expect(platform.lineItems).toHaveLength(1);
    const newest = new Map(platform.scores.map(({ userId, scoreGiven }) => [userId, scoreGiven]));
    expect([...newest]).toEqual([
      ['101', 9.5],
      ['102', 5],
    ]);
  });

  const submit = async (browser: Browser, text: string) => {
    const { submission } = await browser.get('submit', { ...AUTUMN, query: { file: 'AIMine.cc' }, bytes: text });
    const params = { contest: 'autumn', submission: submission.number };
    await until(async () => (await browser.get('submission', { params })).state === 'in');
  };
});

test('keys are this server’s and public, the same by each server, and no backup has them', async () => {
  const { keys } = await organiser.get('toolKeys');
  expect(keys).toEqual([expect.objectContaining({ kty: 'RSA', alg: 'RS256', use: 'sig' })]);
  expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  expect(await new Browser(other.url).get('toolKeys')).toEqual({ keys });
  const { db } = server.context.store;
  await db
    .updateTable('lti_keys')
    .set({ created: new Date(Date.now() - 200 * 86_400_000) })
    .execute();
  // An old key is replaced, and still published: what it signed a moment ago is good.
  const both = (await organiser.get('toolKeys')).keys;
  expect(both).toHaveLength(2);
  expect(both[1].kid).toBe(keys[0].kid);
  expect(await (await organiser.ask('backup')).text()).not.toContain('lti_keys');
});
