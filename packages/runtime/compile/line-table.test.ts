import { expect, test } from 'vitest';
import { shortName } from './line-table.ts';

test.each([
  ['play', 'play'],
  ['Mine::play()', 'play'],
  ['Mine::search(int, std::vector<int> const&) const', 'search'],
  ['int largest<int>(int)', 'largest'],
  ['(anonymous namespace)::step(Pos)', 'step'],
  ['Mine::~Mine()', '~Mine'],
  ['operator<<(std::ostream&, CType)', ''],
])('a function called %s is shown as %s', (name, shown) => {
  expect(shortName(name)).toBe(shown);
});
