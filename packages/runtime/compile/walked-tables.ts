import { type CppSource, withoutComments } from './source.ts';

/** A hash table's type, and the text of its template arguments if the type's name determines them. */
interface TableType {
  readonly name: string;
  readonly args?: string;
}

const TABLES: readonly TableType[] = ['unordered_map', 'unordered_set', 'unordered_multimap', 'unordered_multiset'].map(
  (name) => ({ name }),
);
const NAMED = [
  /\btypedef\s+(?:std::)?(unordered_\w+)\s*<([^;]*)>\s*(\w+)\s*;/g,
  /\busing\s+(\w+)\s*=\s*(?:std::)?(unordered_\w+)\s*<([^;]*)>\s*;/g,
];

/**
 * Returns the names of hash tables whose order may differ in WebAssembly, if the source's text shows that the source
 * iterates over them. The order may differ if the keys are pointers, or if the player defines the keys' hash, which
 * might need more than 32 bits.
 */
export function walkedTables(source: CppSource): string[] {
  const text = [source.text, ...source.includes.map((each) => each.text)].map(withoutComments).join('\n');
  const ownHashes = /\b(?:struct|class)\s+(?:std::)?hash\s*</.test(text);
  const types: TableType[] = [...TABLES];
  for (const [, table, args, name] of text.matchAll(NAMED[0])) types.push({ name, args: `${table}<${args}` });
  for (const [, name, table, args] of text.matchAll(NAMED[1])) types.push({ name, args: `${table}<${args}` });
  const tables = new Set<string>();
  for (const type of types)
    for (const { index } of text.matchAll(new RegExp(`\\b${type.name}\\b`, 'g'))) {
      const { args, rest } = afterArguments(text, index + type.name.length);
      if (isOrdered(type.args ?? `${type.name}${args}`, ownHashes)) continue;
      for (const [, name] of /^[\s&*]*(\w+(?:\s*,\s*\w+)*)/.exec(rest)?.[1].matchAll(/(\w+)/g) ?? []) tables.add(name);
    }
  return [...tables].filter((name) =>
    new RegExp(
      `:\\s*(?:this->|\\w+\\.)?${name}\\s*\\)|\\b${name}\\s*(?:\\.|->)\\s*c?begin\\s*\\(|\\bbegin\\s*\\(\\s*${name}\\s*\\)`,
    ).test(text),
  );
}

/** Types of keys for which the C++ library itself defines a hash. */
const PLAIN =
  /^(?:const\s+)?(?:std::)?(?:(?:un)?signed|short|int|long|char\w*|bool|float|double|size_t|u?int\d+_t|w?string(?:_view)?|bitset\s*<.*>)(?:\s+(?:short|int|long|char))*\s*$/;

/** Whether a hash table, for example `unordered_map<int, string`, has the same order on every machine. */
function isOrdered(table: string, ownHashes: boolean): boolean {
  const [, name, list] = /^(\w+)\s*<([\s\S]*)/.exec(table) ?? [];
  if (list === undefined) return false;
  const args = splitArguments(list);
  const hasHash = args.length > (name.endsWith('map') ? 2 : 1);
  return !hasHash && !/\*|_ptr\s*</.test(args[0]) && (PLAIN.test(args[0].trim()) || !ownHashes);
}

function splitArguments(list: string): string[] {
  const args = [''];
  let depth = 0;
  for (const letter of list) {
    if (letter === '<' || letter === '(') depth++;
    if ((letter === '>' || letter === ')') && --depth < 0) break;
    if (letter === ',' && depth === 0) args.push('');
    else args[args.length - 1] += letter;
  }
  return args;
}

/** The template arguments that begin at an index, if any, and the text after them. */
function afterArguments(text: string, at: number): { readonly args: string; readonly rest: string } {
  let depth = 0;
  let end = at;
  for (; end < Math.min(text.length, at + 1000); end++) {
    if (text[end] === '<') depth++;
    else if (text[end] === '>') depth--;
    else if (depth === 0 && /\S/.test(text[end])) break;
  }
  return { args: text.slice(at, end), rest: text.slice(end, end + 200) };
}
