import { expect, test } from 'vitest';
import { walkedTables } from './walked-tables.ts';

const walked = (text: string) => walkedTables({ name: 'AIX.cc', folder: '/', text, includes: [] });
const OWN = 'struct H { size_t operator()(const pair<int, int>& p) const { return p.first * 1000003 + p.second; } };';

test('walkedTables finds hash tables with undefined order that a program iterates over, but not tables in which the program only looks up keys', () => {
  expect(walked(`${OWN} unordered_map<pair<int, int>, int, H> near; for (auto& e : near) f(e);`)).toEqual(['near']);
  expect(walked('std::unordered_set<Unit*> a, b; int g() { return *b.begin(); }')).toEqual(['b']);
  expect(
    walked('typedef unordered_map<const char*, int> Table; void f(const Table& t) { for (auto e : t) g(e); }'),
  ).toEqual(['t']);
  expect(
    walked('using Set = unordered_set<int, H>; Set s; for (auto it = s.cbegin(); it != s.cend(); ++it) g(*it);'),
  ).toEqual(['s']);
  expect(walked('struct hash<Pos> {}; unordered_set<Pos> s; for (auto p : s) g(p);')).toEqual(['s']);
  expect(walked('unordered_map<Unit*, int> m; int f(Unit* k) { return m.find(k) == m.end() ? 0 : m[k]; }')).toEqual([]);
});

test('walkedTables ignores hash tables whose keys are numbers, strings, or enumerations', () => {
  for (const key of [
    'int',
    'unsigned long long',
    'std::string',
    'string',
    'double',
    'char',
    'Cell_Id',
    'int64_t',
    'bitset<64>',
  ])
    expect(walked(`unordered_map<${key}, vector<pair<int, int>>> m; for (auto& e : m) f(e);`), key).toEqual([]);
  expect(walked('struct hash<Pos> {}; unordered_set<int> s; for (auto p : s) g(p);')).toEqual([]);
  expect(walked('// unordered_map<int*, int> m;\nmap<int, int> m; for (auto& e : m) f(e);')).toEqual([]);
});
