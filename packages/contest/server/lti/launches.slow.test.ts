import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser, joined, makeContest, SPRING, serveTest } from '../../testing/contest.ts';
import { CLIENT, type MessageTampering, type PlatformMember } from '../../testing/learning-platform.ts';
import { ANNA, CLAIM, LtiStage, TEACHER } from '../../testing/lti-stage.ts';
import { BOARD, GAME } from '../../testing/test-catalog.ts';

// Slow: two servers on PostgreSQL, and a simulated learning platform that signs with RSA.

let stage: LtiStage;
beforeAll(async () => {
  stage = await LtiStage.start();
});
afterAll(() => stage?.end());

const BEN = { user_id: '102', name: 'Ben Roca', email: 'ben@uni.example', lis_person_sourcedid: 'n2' };
const nameOf = async (browser: Browser) => (await browser.get('me')).person?.name;

describe('a launch', () => {
  test.each(['GET', 'POST'] as const)('asks the platform who the user is when started with %s', async (by) => {
    const question = await stage.platform.begin(by);
    expect(Object.fromEntries(question)).toMatchObject({
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: CLIENT,
      redirect_uri: `${stage.server.url}/api/lti/launch`,
      login_hint: 'someone',
      lti_message_hint: 'hint',
    });
    expect(question.get('nonce')).toMatch(/^ll_[\w-]{32}$/);
    expect((await stage.platform.begin(by)).get('nonce')).not.toBe(question.get('nonce'));
  });

  test('shows a button that opens the contest in a new tab, if the launch is in a frame without cookies', async () => {
    const launched = await stage.platform.launch(stage.launchOf(ANNA));
    expect(launched.status).toBe(200);
    expect(launched.policy).toContain('frame-ancestors *');
    expect(launched.policy).not.toContain('script-src');
    expect(launched.text).toContain('You came from Test Campus as Anna Puig.');
    expect(launched.text).toContain('target="_blank" rel="noopener"');
    const { to, browser } = await stage.press(launched);
    expect(to).toBe('/c/spring');
    const me = await browser.get('me');
    expect(me.person).toMatchObject({ name: 'Anna Puig', role: 'entrant' });
    expect(me.entrants).toMatchObject([{ contest: 'spring', approved: true }]);
    // The ticket can be used only once.
    expect((await stage.press(launched)).status).toBe(403);
  });

  test('returns to the same account, and doesn’t make a teacher an entrant', async () => {
    const first = await stage.come(BEN);
    const again = await stage.come(BEN);
    expect((await again.browser.get('me')).person!.id).toBe((await first.browser.get('me')).person!.id);
    const teacher = await stage.come(TEACHER);
    expect(await teacher.browser.get('me')).toMatchObject({ person: { role: 'entrant' }, entrants: [] });
  });

  test('doesn’t open anything for another site’s page, and needs no button in a separate tab', async () => {
    const { forms } = await stage.platform.launch(stage.launchOf(ANNA));
    const stolen = await fetch(`${stage.server.url}/api/lti/open`, {
      method: 'POST',
      body: new URLSearchParams(forms[0].fields),
      headers: { origin: 'https://evil.example' },
    });
    expect(stolen.status).toBe(403);
    // Over HTTPS, the browser that started the launch has a cookie.
    const secure = await serveTest(
      { databaseUrl: stage.server.context.store.url },
      { play: undefined, trustProxy: ['127.0.0.1'] },
    );
    try {
      stage.platform.use(secure.url);
      const headers = { 'x-forwarded-proto': 'https' };
      const begun = await fetch(
        `${secure.url}/api/lti/login?iss=${stage.platform.url}&login_hint=a&client_id=${CLIENT}`,
        {
          redirect: 'manual',
          headers,
        },
      );
      const [cookie] = begun.headers.getSetCookie();
      expect(cookie).toMatch(/^__Host-ludus-lti=.*SameSite=None/);
      const question = new URL(begun.headers.get('location')!).searchParams;
      const body = new URLSearchParams(await stage.platform.answerOf(question, stage.launchOf(ANNA)));
      const response = await fetch(`${secure.url}/api/lti/launch`, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { ...headers, cookie: cookie.split(';')[0], 'sec-fetch-dest': 'document', origin: stage.platform.url },
      });
      expect([response.status, response.headers.get('location')]).toEqual([303, '/api/lti/enter']);
    } finally {
      stage.platform.use(stage.server.url);
      await secure.close();
    }
  });

  test('leads to a contest only with the contest’s class code, which each link needs only once', async () => {
    const wrong = await stage.platform.launch(stage.launchOf(ANNA, 'link-2', { code: 'aaaaa-aaaaa' }));
    expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining('The class code in this activity')]);
    const none = await stage.press(await stage.platform.launch(stage.launchOf(ANNA, 'link-2', {})));
    expect(none.to).toBe('/');
    await stage.organiser.get('renewCode', SPRING);
    expect((await stage.press(await stage.platform.launch(stage.launchOf(ANNA, 'link-1', {})))).to).toBe('/c/spring');
    stage.code = (await stage.organiser.get('contest', SPRING)).code!;
  });
});

describe('a launch message is rejected', () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  const cases: readonly (readonly [string, () => MessageTampering, string])[] = [
    ['is signed by an unknown key', () => ({ key: 'unknown' }), 'signed with an unknown key'],
    ['is signed by another key with the same name', () => ({ key: 'forged' }), 'changed after it was signed'],
    ['is for another audience', () => ({ claims: { aud: 'someone-else' } }), 'claim: aud'],
    [
      'is for several audiences without an authorised party',
      () => ({ claims: { aud: [CLIENT, 'x'] } }),
      'also for another recipient',
    ],
    ['is for another authorised party', () => ({ claims: { azp: 'x' } }), 'also for another recipient'],
    ['is from another issuer', () => ({ claims: { iss: 'https://other.example' } }), 'claim: iss'],
    ['has expired', () => ({ claims: { exp: seconds() - 120 } }), 'has expired'],
    ['was issued 15 minutes ago', () => ({ claims: { iat: seconds() - 900 } }), 'has expired'],
    ['is from the future', () => ({ claims: { iat: seconds() + 900 } }), 'claim: iat'],
    ['has another nonce', () => ({ nonce: 'guessed' }), 'not the response to this server’s request'],
    ['has no nonce', () => ({ claims: { nonce: undefined } }), 'claim: nonce'],
    ['names no person', () => ({ claims: { sub: undefined } }), 'claim: sub'],
    ['has another version', () => ({ claims: { [`${CLAIM}/version`]: '1.1' } }), 'valid LTI 1.3 message'],
    ['has another type', () => ({ claims: { [`${CLAIM}/message_type`]: 'Other' } }), 'valid LTI 1.3 message'],
    ['has no link', () => ({ claims: { [`${CLAIM}/resource_link`]: {} } }), 'valid LTI 1.3 message'],
    ['names an unknown deployment', () => ({ claims: { [`${CLAIM}/deployment_id`]: '99' } }), 'deployment 99'],
    ['names no deployment', () => ({ claims: { [`${CLAIM}/deployment_id`]: undefined } }), 'valid LTI 1.3 message'],
  ];
  test.each(cases)('if it %s', async (_, bent, why) => {
    const { status, text, forms } = await stage.platform.launch(stage.launchOf(ANNA), bent());
    expect([status, text]).toEqual([403, expect.stringContaining(why)]);
    expect(forms).toEqual([]);
  });

  test('if it was used before on any server, however many requests send it in parallel', async () => {
    const fields = await stage.platform.answerOf(await stage.platform.begin(), stage.launchOf(ANNA));
    const at = (url: string) => async () =>
      (await fetch(`${url}/api/lti/launch`, { method: 'POST', body: new URLSearchParams(fields) })).status;
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) => at(i % 2 === 0 ? stage.server.url : stage.other.url)()),
    );
    expect(all.toSorted()).toEqual([200, ...Array(7).fill(403)]);
    expect((await stage.platform.send(fields)).text).toContain('was used before');
  });

  test('if its state is missing, was changed, or is from another launch', async () => {
    const [first, second] = [await stage.platform.begin(), await stage.platform.begin()];
    const { id_token } = await stage.platform.answerOf(first, stage.launchOf(ANNA));
    const refused = async (state: string) => (await stage.platform.send({ id_token, state })).text;
    expect(await refused(second.get('state')!)).toContain('not the response to this server’s request');
    const [body, mac] = second.get('state')!.split('.');
    for (const state of ['', body, `${body}.`, `${body}A.${mac}`, `${body}.${mac.slice(1)}`])
      expect(await refused(state), state).toContain('began too long ago');
  });

  test('if it isn’t signed, or is signed with a shared secret', async () => {
    const question = await stage.platform.begin();
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { ...stage.launchOf(ANNA), nonce: question.get('nonce'), iat: seconds(), exp: seconds() + 60 };
    for (const alg of ['none', 'HS256']) {
      const id_token = `${part({ alg, kid: 'first' })}.${part(claims)}.${alg === 'none' ? '' : 'AAAA'}`;
      const { status, forms } = await stage.platform.send({ state: question.get('state')!, id_token });
      expect([status, forms]).toEqual([403, []]);
    }
    const { text } = await stage.platform.send({ state: question.get('state')!, error: 'login_required' });
    expect(text).toContain('the platform reports login_required');
  });

  test('if its platform isn’t registered, or doesn’t publish its keys', async () => {
    await expect(stage.platform.begin('GET', { iss: 'https://unknown.example' })).rejects.toThrow(
      'No single registration',
    );
    await expect(stage.platform.begin('POST', { client_id: 'other' })).rejects.toThrow('No single registration');
    await stage.change({ jwksUrl: 'http://127.0.0.1:9/jwks' });
    const { status, text } = await stage.platform.launch(stage.launchOf(ANNA));
    await stage.change({});
    expect([status, text]).toEqual([503, expect.stringContaining('Test Campus doesn’t respond')]);
  });
});

describe('a launch’s account', () => {
  const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

  test('can be chosen by someone who is signed in: their own account or a new account', async () => {
    const dan = { user_id: '201', name: 'Dan Sala' };
    const asked = await stage.come(dan, stage.people[0]);
    expect(asked.to).toBe('/launch');
    const { browser, launch } = asked;
    browser.cookie = `${browser.cookie}; ludus-launch=${launch}`;
    expect(await browser.get('launchQuestion')).toEqual({
      platform: 'Test Campus',
      name: 'Dan Sala',
      taken: false,
      account: null,
    });
    expect(await browser.get('answerLaunch', { body: { link: true } })).toEqual({ to: '/c/spring' });
    const linked = await stage.come(dan);
    expect(await nameOf(linked.browser)).toBe('Ada');
    // Another person of the platform can't get the same account by accident, since their name differs.
    const eve = await stage.come({ user_id: '202', name: 'Eve' }, stage.people[1]);
    eve.browser.cookie = `${eve.browser.cookie}; ludus-launch=${eve.launch}`;
    await eve.browser.get('answerLaunch', { body: { link: false } });
    expect(await nameOf((await stage.come({ user_id: '202' })).browser)).toBe('Eve');
  });

  test('can be chosen while another person is signed in, and that person stays signed in until the choice', async () => {
    const fay = { user_id: '203', name: 'Fay' };
    const first = await stage.come(fay);
    expect((await stage.come(fay, first.browser)).to).toBe('/c/spring');
    const { to, browser, launch } = await stage.come(fay, await joined(stage.server.url, stage.code, 'Hal'));
    expect([to, await nameOf(browser)]).toEqual(['/launch', 'Hal']);
    const session = browser.cookie;
    browser.cookie = `${session}; ludus-launch=${launch}`;
    expect(await browser.get('launchQuestion')).toMatchObject({ taken: false, account: 'Fay' });
    // An account that is linked to the platform can't be linked to another person.
    expect((await browser.ask('answerLaunch', { body: { link: true } })).status).toBe(409);
    const answer = await browser.ask('answerLaunch', { body: { link: false } });
    expect(await answer.json()).toEqual({ to: '/c/spring' });
    browser.cookie = answer.headers
      .getSetCookie()
      .find((each) => each.startsWith('ludus='))!
      .split(';')[0];
    expect(await nameOf(browser)).toBe('Fay');
  });

  test('isn’t created if the roster row already has an account', async () => {
    await makeContest(stage.organiser, { slug: 'rows', title: 'Rows' });
    const rows = { params: { contest: 'rows' } };
    await stage.organiser.get('roster', { ...rows, body: { csv: 'id,name\nn7,Gil Mora\n' } });
    const [{ code: personal }] = (await stage.organiser.get('rosterRows', rows)).rows;
    await joined(stage.server.url, personal!, 'Gil');
    await stage.change({ rosterClaim: 'sourcedid' });
    const { code: ofRows } = await stage.organiser.get('contest', rows);
    const gil = { user_id: '301', name: 'Gil Mora', lis_person_sourcedid: 'N7' };
    const launched = await stage.platform.launch(stage.launchOf(gil, 'rows-1', { code: ofRows! }));
    const { to, browser, launch } = await stage.press(launched);
    expect(to).toBe('/launch');
    browser.cookie = `ludus-launch=${launch}`;
    expect(await browser.get('launchQuestion')).toMatchObject({ taken: true });
    expect(await codeOf(await browser.ask('answerLaunch', { body: { link: false } }))).toBe('lti/row-taken');
    expect((await browser.ask('answerLaunch', { body: { link: true } })).status).toBe(401);
    expect((await stage.organiser.get('rosterRows', rows)).guests).toEqual([]);
    await stage.change({});
  });

  test('doesn’t get a row that the platform linked to another account, or a row in an archived contest', async () => {
    await makeContest(stage.organiser, { slug: 'moved', title: 'Moved' });
    const moved = { params: { contest: 'moved' } };
    const csv = 'id,name\nn8,Nora Pons\nn9,Olga Mir\n';
    await stage.organiser.get('roster', { ...moved, body: { csv } });
    const { code } = await stage.organiser.get('contest', moved);
    const arrive = async (member: PlatformMember) =>
      await stage.press(await stage.platform.launch(stage.launchOf(member, 'moved-1', { code: code! })));
    const owners = async () =>
      (await stage.organiser.get('rosterRows', moved)).rows.map(({ id, is }) => [id, is?.name ?? null]);
    const { db } = stage.server.context.store;
    await stage.change({});
    await arrive({ user_id: '401', name: 'Mal' });
    await arrive({ user_id: '402', name: 'Olga Mir' });
    const { issuer } = await db
      .selectFrom('identities')
      .select('issuer')
      .where('subject', '=', '401')
      .executeTakeFirstOrThrow();
    await db.updateTable('roster').set({ issuer, subject: '400' }).where('roster_id', '=', 'n8').execute();
    await stage.change({ rosterClaim: 'sourcedid' });
    await arrive({ user_id: '401', name: 'Mal', lis_person_sourcedid: 'n8' });
    expect(await owners()).toEqual([
      ['n8', null],
      ['n9', null],
    ]);
    await stage.organiser.get('archiveContest', { ...moved, body: { archived: true } });
    await arrive({ user_id: '402', name: 'Olga Mir', lis_person_sourcedid: 'n9' });
    expect((await owners())[1]).toEqual(['n9', null]);
    await stage.organiser.get('archiveContest', { ...moved, body: { archived: false } });
    await arrive({ user_id: '402', name: 'Olga Mir', lis_person_sourcedid: 'n9' });
    expect((await owners())[1]).toEqual(['n9', 'Olga Mir']);
    await stage.change({});
  });

  test('gets a teacher’s rights, but not an organiser’s rights, if an organiser allows teachers for the platform', async () => {
    expect((await (await stage.come(TEACHER)).browser.get('me')).person!.role).toBe('entrant');
    await stage.change({ teachers: true });
    const assistant = `${CLAIM}/roles`;
    const ofAssistants = [
      [
        'http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor',
        'http://purl.imsglobal.org/vocab/lis/v2/membership/Instructor#TeachingAssistant',
      ],
      ['Instructor', 'TeachingAssistant'],
    ];
    for (const roles of ofAssistants) {
      const launched = await stage.platform.launch(stage.launchOf({ user_id: '901', name: 'Tom' }), {
        claims: { [assistant]: roles },
      });
      expect((await (await stage.press(launched)).browser.get('me')).person!.role).toBe('entrant');
    }
    const { browser } = await stage.come(TEACHER);
    expect((await browser.get('me')).person!.role).toBe('teacher');
    await browser.get('makeContest', { body: { slug: 'own', title: 'Own', game: GAME.id, boards: [BOARD] } });
    expect((await browser.get('contest', { params: { contest: 'own' } })).code).toBeDefined();
    expect((await browser.get('contest', SPRING)).code).toBeUndefined();
    expect((await browser.ask('people')).status).toBe(403);
    await stage.change({});
  });
});

test('the LTI public keys are the same on each server, and a backup contains no keys', async () => {
  const { keys } = await stage.organiser.get('toolKeys');
  expect(keys).toEqual([expect.objectContaining({ kty: 'RSA', alg: 'RS256', use: 'sig' })]);
  expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  expect(await new Browser(stage.other.url).get('toolKeys')).toEqual({ keys });
  const { db } = stage.server.context.store;
  await db
    .updateTable('lti_keys')
    .set({ created: new Date(Date.now() - 200 * 86_400_000) })
    .execute();
  // An old key is replaced but still published, since its recent signatures are valid.
  const both = (await stage.organiser.get('toolKeys')).keys;
  expect(both).toHaveLength(2);
  expect(both[1].kid).toBe(keys[0].kid);
  expect(await (await stage.organiser.ask('backup')).text()).not.toContain('lti_keys');
});
