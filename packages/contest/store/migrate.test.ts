import { expect, test } from 'vitest';
import { MIGRATIONS, statements } from './migrate.ts';

/** Statements after which a server without this change can still read and write all its data. */
const ADDS = [
  /^create (table|sequence|function|(unique )?index) /,
  // Earlier servers omit the column.
  /^alter table \w+ add column (?!.*\bnot null\b(?!.* default\b|.*\bgenerated\b))/s,
  /^(update|insert into) /,
];
const isAddition = (statement: string) => ADDS.some((adds) => adds.test(statement));

test('migrations after the last breaking migration only add to the tables', () => {
  const last = MIGRATIONS.findLastIndex(({ breaks }) => breaks);
  const others = MIGRATIONS.slice(last + 1);
  expect(others).not.toEqual([]);
  for (const { name, sql } of others)
    for (const statement of statements(sql)) expect(isAddition(statement.trim()), `${name}: ${statement}`).toBe(true);
});

test.each([
  ['alter table contests add column later text', true],
  ["alter table contests add column later text not null default ''", true],
  ['alter table contests add column later text not null', false],
  ['alter table contests drop column form', false],
  ['alter table contests rename column form to terms', false],
  ['drop table contests', false],
  ['delete from contests', false],
])('the statement “%s” is treated as an addition: %s', (statement, adds) => {
  expect(isAddition(statement)).toBe(adds);
});
