import { pick } from '@ludus/game/conformance.ts';
import { expect, test } from 'vitest';
import { madeTerms } from '../rounds/testing/made.ts';
import { pickBoard, pickedRound } from '../rounds/testing/picked.ts';
import { showOf } from './show.ts';
import { decisiveOf, showPage } from './show-page.ts';

const terms = madeTerms({ kind: 'last-out', matches: 4, out: 1, outPercent: 0 }, 2, {
  game: 'pick',
  boards: [{ name: 'a', text: pickBoard(2) }],
  fillers: ['Demo'],
});
const { round } = pickedRound(terms, 4);
const HOSTILE = '</script><script>alert(1)</script>';
const names = {
  kind: 'names' as const,
  slug: 'spring',
  contest: 'Spring <2027>',
  title: HOSTILE,
  names: [{ entrant: 1, name: HOSTILE }],
};

test('a reveal contains the export’s steps and leaderboard, and the decisive matches’ full replays', () => {
  const show = showOf({ ...round, names }, pick);
  if (!show.ok) throw new Error(show.problem.message);
  const { steps, standing, matches } = show.value;
  expect(steps.map(({ kind }) => kind)).toEqual(['cut', 'cut', 'cut', 'place']);
  expect(standing.map(({ name }) => name).sort()).toEqual([HOSTILE, 'entrant 2', 'entrant 3', 'entrant 4']);
  expect(matches.map(({ match }) => match)).toEqual(decisiveOf(steps));
  expect(matches.length).toBeGreaterThan(0);
  for (const each of matches) {
    expect(each.replay).toMatch(/^pick replay 1\n/);
    expect(each.names).toHaveLength(2);
  }
});

test('a reveal without names shows the entrants’ numbers, and leaves out deleted replays', () => {
  const matches = round.matches.map((match) => ({ ...match, text: null, sum: null }));
  const show = showOf({ ...round, matches }, pick);
  expect(show).toMatchObject({ ok: true, value: { title: 'Final', contest: pick.title, matches: [] } });
  if (show.ok) expect(show.value.standing[0].name).toMatch(/^entrant \d$/);
});

test('a reveal can’t be made from an export with changed points', () => {
  const standings = round.standings.map((line) => ({ ...line, points: 1 }));
  expect(showOf({ ...round, standings }, pick)).toMatchObject({ ok: false, problem: { code: 'round/differs' } });
});

test('a reveal can’t be made from an export that has another match’s replay for a decisive match', () => {
  const show = showOf(round, pick);
  if (!show.ok) throw new Error(show.problem.message);
  const [decisive] = decisiveOf(show.value.steps);
  const { text, sum } = round.matches.find(({ match, text }) => match !== decisive && text !== null)!;
  const matches = round.matches.map((line) => (line.match === decisive ? { ...line, text, sum } : line));
  expect(showOf({ ...round, matches }, pick)).toMatchObject({ ok: false, problem: { code: 'round/differs' } });
});

test('a reveal’s page doesn’t interpret names and titles as HTML', () => {
  const show = showOf({ ...round, names }, pick);
  if (!show.ok) throw new Error(show.problem.message);
  const page = showPage(show.value, 'begin();');
  expect(page).not.toContain('<script>alert');
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(page).toContain('<title>&lt;/script>');
  expect(page).toContain("default-src 'none'");
  const [, data] = /id="data">(.*)<\/script>/.exec(page)!;
  expect(JSON.parse(data)).toEqual(show.value);
});
