import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallOf } from '../api/routes.ts';
import { Browser, joined, makeContest, organiserOf, PASSWORD, serveTest } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { FREE_CODES } from './code-throttle.ts';
import type { RunningServer } from './start.ts';

// Slow: a server on PostgreSQL that hashes passwords.

describe('a roster', () => {
  let server: RunningServer;
  let organiser: Browser;
  let code: string;
  let contest: { readonly params: { readonly contest: string } };
  let made = 0;

  beforeAll(async () => {
    server = await serveTest(await fresh());
    organiser = await organiserOf(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const slug = `course-${++made}`;
    contest = { params: { contest: slug } };
    code = await makeContest(organiser, { slug, title: `Course ${made}` });
  });

  const upload = (csv: string, more: Partial<CallOf<'roster'>['body']> = {}) =>
    organiser.get('roster', { ...contest, body: { csv, ...more } });
  const read = () => organiser.get('rosterRows', contest);
  const rowOf = async (id: string) => (await read()).rows.find((row) => row.id === id)!;
  const codeOf = async (id: string) => (await rowOf(id)).code!;
  const join = (body: CallOf<'join'>['body'], browser = new Browser(server.url)) => browser.ask('join', { body });
  const tie = (row: string, person: number) =>
    organiser.ask('tieRows', { ...contest, body: { ties: [{ row, person }] } });
  const codeIn = async (response: Response) => ((await response.json()) as { code: string }).code;
  const mayAct = async (browser: Browser) => (await browser.get('me')).entrants.at(-1)!.approved;

  test('doesn’t link a person to a row by name, but lets them wait for approval', async () => {
    await upload('id,name\n8,Student 08\n');
    const thief = await joined(server.url, code, 'Student 08');
    expect(await mayAct(thief)).toBe(false);
    const { rows, guests } = await read();
    expect(rows).toMatchObject([{ id: '8', is: null }]);
    expect(guests).toMatchObject([{ name: 'Student 08', approved: false }]);
    const sheet = await organiser.ask('people');
    expect(await sheet.json()).toContainEqual(expect.objectContaining({ name: 'Student 08', rosterId: null }));
  });

  test('links a person only once, to the row of their personal code, and uses the row’s name by default', async () => {
    await upload('id,name,group\n1,Anna Puig,A\n2,Biel Roca,B\n');
    const personal = await codeOf('1');
    const anna = new Browser(server.url);
    expect(await anna.get('openCode', { body: { code: personal.toUpperCase().replace('-', ' ') } })).toEqual({
      title: `Course ${made}`,
      name: 'Anna Puig',
    });
    const me = await anna.get('join', { body: { code: personal, password: PASSWORD } });
    expect(me).toMatchObject({ person: { name: 'Anna Puig' }, entrants: [{ approved: true }] });
    expect((await read()).rows).toMatchObject([
      { id: '1', code: null, is: { name: 'Anna Puig', entrant: 1 } },
      { id: '2', is: null },
    ]);
    expect((await organiser.get('entrants', contest))[0].group).toBe('A');
    // The code is used up, and a person can't have two rows.
    expect(await codeIn(await join({ code: personal, name: 'Mallory', password: PASSWORD }))).toBe('code/wrong');
    expect((await new Browser(server.url).ask('openCode', { body: { code: personal } })).status).toBe(403);
    expect(await codeIn(await join({ code: await codeOf('2') }, anna))).toBe('roster/person-tied');
    expect(await rowOf('2')).toMatchObject({ is: null, code: expect.any(String) });
    expect((await organiser.get('people')).some(({ name }) => name === 'Mallory')).toBe(false);
  });

  test('admits a waiting person who enters their personal code, and the class code still shows its contest', async () => {
    await upload('id,name\n1,Carla Vidal\n');
    const carla = await joined(server.url, code, 'Carla V.');
    expect(await mayAct(carla)).toBe(false);
    expect(await carla.get('openCode', { body: { code } })).toEqual({ title: `Course ${made}`, name: null });
    await carla.get('join', { body: { code: await codeOf('1') } });
    expect(await mayAct(carla)).toBe(true);
    expect(await read()).toMatchObject({ rows: [{ is: { name: 'Carla V.' } }], guests: [] });
  });

  test('links a waiting person to a row when the organiser confirms the link, which can be removed again', async () => {
    await upload('id,name,group\n1,Bernat Tàpies,A\n2,Hugo Pons,B\n');
    const ben = await joined(server.url, code, 'Ben Tapies');
    const hugo = await joined(server.url, code, 'Pons Hugo');
    const { guests } = await read();
    const [first, second] = guests.map(({ person }) => person);
    const before = await codeOf('1');
    expect((await tie('1', first)).status).toBe(200);
    expect(await mayAct(ben)).toBe(true);
    expect(await codeIn(await tie('1', second))).toBe('roster/row-tied');
    expect(await codeIn(await tie('2', first))).toBe('roster/person-tied');
    expect((await tie('9', second)).status).toBe(404);
    // A person outside of this contest.
    expect((await tie('2', (await organiser.get('me')).person!.id)).status).toBe(404);
    expect(await mayAct(hugo)).toBe(false);
    await organiser.get('untieRow', { ...contest, body: { row: '1' } });
    expect(await mayAct(ben)).toBe(false);
    expect(await codeOf('1')).not.toBe(before);
    expect((await tie('1', second)).status).toBe(200);
    expect(await mayAct(hugo)).toBe(true);
  });

  test('previews an upload’s changes, and then makes exactly these changes', async () => {
    await upload('id,name,group\n1,Anna Puig,A\n2,Biel Roca,B\n3,Carla Vidal,B\n4,Duna Serra,\n');
    const codes = (await read()).rows.map((row) => row.code);
    await new Browser(server.url).get('join', {
      body: { code: codes[2]!, name: `Carla ${made}`, password: PASSWORD },
    });
    const csv = 'id,name,group\n1,Anna Puig,A\n2,Biel Roca,C\n5,Enric Mas,\n';
    const wanted = {
      added: 1,
      changed: 1,
      linked: 0,
      same: 1,
      removed: 1,
      changes: [
        { kind: 'added', id: '5', name: 'Enric Mas', group: null, team: null, before: null, joined: false },
        {
          kind: 'changed',
          id: '2',
          name: 'Biel Roca',
          group: 'C',
          team: null,
          before: { name: 'Biel Roca', group: 'B', team: null },
          joined: false,
        },
        { kind: 'absent', id: '3', name: 'Carla Vidal', group: 'B', team: null, before: null, joined: true },
        { kind: 'absent', id: '4', name: 'Duna Serra', group: null, team: null, before: null, joined: false },
      ],
    };
    expect(await upload(csv, { preview: true, remove: true })).toEqual(wanted);
    expect((await read()).rows.map((row) => row.code)).toEqual([codes[0], codes[1], null, codes[3]]);
    expect(await upload(csv)).toMatchObject({ ...wanted, removed: 0 });
    expect((await read()).rows.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
    expect(await upload(csv, { remove: true })).toMatchObject({ added: 0, changed: 0, same: 3, removed: 1 });
    const { rows } = await read();
    expect(rows.map(({ id }) => id)).toEqual(['1', '2', '3', '5']);
    // Printed codes are still valid.
    expect(rows.map((row) => row.code).slice(0, 3)).toEqual([codes[0], codes[1], null]);
  });

  test('can be corrected row by row, and a person is moved if their row’s group changes', async () => {
    await upload('id,name,group\n1,Aina Puig,A\n2,Biel Roca,B\n');
    const aina = new Browser(server.url);
    await aina.get('join', { body: { code: await codeOf('1'), password: PASSWORD } });
    const correct = (row: string, to: CallOf<'correctRow'>['body']['to']) =>
      organiser.ask('correctRow', { ...contest, body: { row, to } });
    expect((await correct('1', { id: '11', name: ' Aina  Puig i Mas', group: 'C' })).status).toBe(200);
    expect(await rowOf('11')).toMatchObject({ name: 'Aina Puig i Mas', group: 'C', is: { name: 'Aina Puig' } });
    expect((await organiser.get('entrants', contest))[0].group).toBe('C');
    expect(await codeIn(await correct('11', { id: '2', name: 'Aina', group: null }))).toBe('roster/id-taken');
    expect((await correct('1', { id: '1', name: 'Aina', group: null })).status).toBe(404);
    const formula = await correct('11', { id: '=1', name: 'Aina', group: null });
    expect([formula.status, await formula.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'roster/row', field: 'id' }),
    ]);
    const add = (id: string) => organiser.ask('addRow', { ...contest, body: { id, name: 'New Row', group: '' } });
    expect((await add('3')).status).toBe(200);
    expect(await rowOf('3')).toMatchObject({ name: 'New Row', group: null, code: expect.any(String) });
    expect(await codeIn(await add('3'))).toBe('roster/id-taken');
    // A new code invalidates the old code. People of removed rows wait for approval.
    const old = await codeOf('2');
    await organiser.get('renewRows', { ...contest, body: { rows: ['2'] } });
    expect(await codeIn(await join({ code: old, name: 'Old Code', password: PASSWORD }))).toBe('code/wrong');
    await organiser.get('removeRows', { ...contest, body: { rows: ['11', '3'] } });
    expect(await read()).toMatchObject({ rows: [{ id: '2' }], guests: [{ name: 'Aina Puig', approved: false }] });
  });

  test('keeps a merged person’s row and drops a deleted person’s row', async () => {
    await upload('id,name\n1,Fina Pla\n2,Gil Mora\n');
    const fina = new Browser(server.url);
    await fina.get('join', { body: { code: await codeOf('1'), password: PASSWORD } });
    const again = new Browser(server.url);
    await again.get('join', { body: { code: await codeOf('2'), name: 'Fina again', password: PASSWORD } });
    const [person, other] = [(await fina.get('me')).person!.id, (await again.get('me')).person!.id];
    await organiser.get('mergePeople', { params: { id: person }, body: { other } });
    expect((await read()).rows).toMatchObject([{ is: { person } }, { is: null, code: expect.any(String) }]);
    // The deletion of another person with a row's name doesn't affect the row.
    const guest = await joined(server.url, code, 'Gil Mora');
    await organiser.get('deletePerson', { params: { id: (await guest.get('me')).person!.id } });
    expect((await read()).rows).toHaveLength(2);
    await organiser.get('deletePerson', { params: { id: person } });
    expect((await read()).rows).toMatchObject([{ id: '2' }]);
  });

  test('makes an address, but not a signed-in person, wait after too many invalid codes', async () => {
    await upload('id,name\n1,Hana Vila\n');
    const member = await joined(server.url, code, 'Already In');
    const guesses = await Promise.all(
      Array.from({ length: FREE_CODES + 40 }, () =>
        new Browser(server.url).ask('openCode', { body: { code: 'aaaaa-aaaaa' } }),
      ),
    );
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([403, 429]));
    const late = guesses.find(({ status }) => status === 429)!;
    expect(await codeIn(late)).toBe('code/wait');
    expect(await member.get('openCode', { body: { code: await codeOf('1') } })).toMatchObject({ name: 'Hana Vila' });
  });
});
