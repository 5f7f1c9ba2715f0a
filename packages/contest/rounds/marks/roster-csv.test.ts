import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRoster } from './roster-csv.ts';
import { headingsOf, type MarkLine, markSheet } from './sheet.ts';

const people = (text: string) => {
  const roster = readRoster(text);
  return roster.ok ? roster.people.map(({ id, name, group }) => [id, name, group].join('|')) : roster.problems;
};

test('a roster can use commas, semicolons, tabs, quotes, a byte order mark, and any kind of line end', () => {
  const two = ['u1|Ann Bee|11', 'u2|Doe, John|12'];
  expect(people('id,name,group\nu1,Ann Bee,11\nu2,"Doe, John",12\n')).toEqual(two);
  expect(people('\uFEFFid;name;group\r\nu1;Ann Bee;11\r\nu2;Doe, John;12')).toEqual(two);
  expect(people('id\tname\tgroup\ru1\tAnn Bee\t11\ru2\tDoe, John\t12\r')).toEqual(two);
  expect(people('Nom complet;Grup;ID number\n"Ann  Bee";11;u1\n"Doe, John";12;u2\n\n')).toEqual(two);
  expect(people('email,name,id\na@b.c,Ann,u1\n')).toEqual(['u1|Ann|']);
  expect(people('id,name\nu1,"Ann ""Bee"""\n')).toEqual(['u1|Ann "Bee"|']);
});

test('given names and surnames in separate columns are joined into one name', () => {
  expect(people('First name,Last name,ID number,Email address\nNúria,Puig i Cadafalch,u1,a@b.c\n')).toEqual([
    'u1|Núria Puig i Cadafalch|',
  ]);
  expect(people('ID;Cognoms;Nom;Grup\nu1;Puig;Núria;11\n')).toEqual(['u1|Núria Puig|11']);
  expect(people('Nombre,Apellido 1,Apellido 2,Número de ID\nAna,García,López,u1\n')).toEqual(['u1|Ana García López|']);
  expect(people('id,name,First name,Last name\nu1,A,Ann,Bee\n')).toEqual(['u1|Ann Bee|']);
  expect(people('id,name\n＝1,Ann\n')).toEqual(['line 2: the id "＝1" must not begin with =, +, -, or @']);
  expect(people('id,full name,surname\nu1,Ann Bee,Bee\n')).toEqual(['u1|Ann Bee|']);
  expect(people('id,surname\nu1,Bee\n')).toEqual(['line 1: the header has no column name']);
});

test('a team’s name is read from the team column, with single spaces between words', () => {
  const teams = (text: string) => {
    const roster = readRoster(text);
    return roster.ok ? roster.people.map(({ id, team }) => [id, team].join('|')) : roster.problems;
  };
  expect(teams('id,name,Equip\nu1,Ann,Els  Llops \nu2,Bob,\n')).toEqual(['u1|Els Llops', 'u2|']);
  expect(readRoster('id,name\nu1,Ann\n')).toMatchObject({ people: [{ team: undefined }] });
  expect(teams(`id,name,team\nu1,Ann,${'x'.repeat(61)}\nu2,Bob,a\u202Eb\n`)).toEqual([
    'line 2: the team is longer than 60 characters',
    'line 3: the team has invisible characters',
  ]);
});

test('readRoster reports a roster’s errors with their lines', () => {
  expect(people('id,name\nu1,Ann\n\nu2,Bob\nu1,Cy\n,Dan\nu3\nu4, \n=1+1,Eve')).toEqual([
    'line 5: the id "u1" is also in line 2',
    'line 6: the id is missing',
    'line 7: expected 2 fields, found 1',
    'line 8: the name is missing',
    'line 9: the id "=1+1" must not begin with =, +, -, or @',
  ]);
  expect(people('id,name\nu1,"Ann\nBee"\nu1,Cy\n')).toEqual(['line 4: the id "u1" is also in line 2']);
  expect(people('id,name\nu1,Ann\nu2,"Bob\nu3,Cy\n')).toEqual([
    'line 3: a quotation mark is opened here, but not closed',
  ]);
  expect(people('who,what\n1,2\n')).toEqual([
    'line 1: the header has no column id',
    'line 1: the header has no column name',
  ]);
  expect(people('')).toEqual(['the file is empty']);
  expect(people('id,name\n')).toEqual(['the file has no rows below its header']);
  expect(people(`id,name\n${'u,x\n'.repeat(100)}`)).toHaveLength(21);
  expect(people('id,name\nu1,A\u202Enn\n')).toEqual(['line 2: the name has invisible characters']);
  expect(people('id,name\nu1,Ann\nu2,M\uFFFDller\n')).toEqual([
    'line 3: the name has a damaged character. Save the file as UTF-8',
  ]);
});

test('readRoster reads arbitrary text without an exception', () => {
  const piece = fc.constantFrom('id', 'name', ',', ';', '\t', '"', '\n', '\r\n', '\uFEFF', 'u1', ' ', '\0', 'é');
  void fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => void readRoster(pieces.join(''))));
});

const style = { delimiter: ',', decimal: '.', bom: false } as const;
const line = (id: string, name: string, mark: number | undefined): MarkLine => ({
  id,
  name,
  group: '',
  rounds: [mark === undefined ? undefined : { place: 1, points: 0.5, mark }],
  mark,
});

test('marks are exported with the ids, and names can’t be read as formulas', () => {
  const lines = [line('u1', 'Doe, John', 7.25), line('u2', '=cmd()', undefined)];
  expect(markSheet(['final'], lines, style)).toBe(
    'id,name,group,place,points,mark\r\nu1,"Doe, John",,1,0.5,7.25\r\nu2,\'=cmd(),,,,\r\n',
  );
  expect(markSheet(['final'], lines.slice(0, 1), { ...style, delimiter: ';', decimal: ',', bom: true })).toBe(
    '\uFEFFid;name;group;place;points;mark\r\nu1;Doe, John;;1;0,5;7,25\r\n',
  );
  expect(markSheet(['final'], lines.slice(0, 1), { ...style, decimal: ',' })).toContain('"0,5","7,25"');
});

test('an export of several finals has three columns per final, followed by one combined mark', () => {
  const two = { ...line('u1', 'Ann', 5), rounds: [{ place: 1, points: 1, mark: 5 }, undefined] };
  expect(markSheet(['May', 'June'], [two], style)).toBe(
    'id,name,group,place May,points May,mark May,place June,points June,mark June,mark\r\nu1,Ann,,1,1,5,,,,5\r\n',
  );
});

test('the mark sheet shows the mark of a student who missed every final', () => {
  const absent = { ...line('u1', 'Ann', 2), rounds: [undefined] };
  expect(markSheet(['final'], [absent], style)).toBe('id,name,group,place,points,mark\r\nu1,Ann,,,,2\r\n');
});

test('finals with the same title get distinct column headings', () => {
  const round = (number: number, title: string) => ({ number, title });
  expect(headingsOf([round(1, 'May'), round(3, 'June')])).toEqual(['May', 'June']);
  expect(headingsOf([round(1, 'May'), round(3, 'May'), round(4, 'May (1)')])).toEqual([
    'May (1)',
    'May (3)',
    'May (1) (4)',
  ]);
});

test('an exported mark sheet can be imported as a roster', () => {
  const text = fc.string({ minLength: 1, maxLength: 20 }).map((s) => `x${s.replace(/[^\p{L}\p{P} ]/gu, '')}`.trim());
  const styles = fc.record({
    delimiter: fc.constantFrom(',' as const, ';' as const, '\t' as const),
    decimal: fc.constantFrom('.' as const, ',' as const),
    bom: fc.boolean(),
  });
  void fc.assert(
    fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 9 }), styles, (ids, how) => {
      const sheet = markSheet(
        ['final'],
        ids.map((id) => line(id, id, 1.5)),
        how,
      );
      const roster = readRoster(sheet);
      expect(roster.ok && roster.people.map(({ id }) => id)).toEqual(ids);
    }),
  );
});
