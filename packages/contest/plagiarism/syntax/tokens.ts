import type { Node, TreeCursor } from '@vscode/tree-sitter-wasm';
import { ALIKE, type TokenRules } from './languages.ts';

/**
 * A range from the first character to the last, exclusive. Lines and columns are counted from 0, and columns in UTF-16
 * units.
 */
export interface Region {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A program reduced to its tokens, without names, comments, types, and layout. */
export interface Tokens {
  readonly kinds: readonly string[];
  /** By token: the range of the source that the token covers. */
  readonly regions: readonly Region[];
}

/** The token for all names that the program defines. */
const OWN = '_';

interface Leaf {
  readonly kind: string;
  readonly name: string | undefined;
  readonly region: Region;
}

/**
 * Returns the tokens of a tree. All names that the program defines become the same token, since they are easy to
 * rename. Names that the program only uses (from the game or the language) stay. A `for` with three parts is normalised
 * to a `while`.
 */
export function tokensOf(root: Node, reading: TokenRules): Tokens {
  const leaves: Leaf[] = [];
  const own = new Set<string>();
  const cursor = root.walk();
  // Uses an explicit stack, since sources may be nested to any depth.
  const stack: Visit[] = [{ node: root, parent: '', field: null, declared: false }];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { node, parent, field, declared } = visit;
    const { type } = node;
    if (reading.left.has(type) || (field !== null && isLeft(reading, parent, field))) continue;
    const whole = reading.whole[type];
    if (whole !== undefined) {
      leaves.push({ kind: whole, name: undefined, region: regionOf(node) });
      continue;
    }
    if (node.childCount > 0) {
      const below = declared || reading.declaresAll.has(type);
      for (const each of childrenOf(node, cursor).reverse()) stack.push({ ...each, parent: type, declared: below });
      continue;
    }
    const { text } = node;
    if (reading.names.has(type)) {
      if (declared || declares(reading, parent, field)) own.add(text);
      leaves.push({ kind: OWN, name: text, region: regionOf(node) });
    } else if (!reading.leftLeaves.has(type) && text !== '') {
      leaves.push({ kind: Object.hasOwn(ALIKE, text) ? ALIKE[text] : text, name: undefined, region: regionOf(node) });
    }
  }
  cursor.delete();
  return {
    kinds: leaves.map(({ kind, name }) => (name === undefined || own.has(name) ? kind : name)),
    regions: leaves.map(({ region }) => region),
  };
}

interface Visit {
  readonly node: Node;
  readonly parent: string;
  readonly field: string | null;
  readonly declared: boolean;
}

const isLeft = ({ leftFields }: TokenRules, parent: string, field: string): boolean =>
  leftFields.has(field) || leftFields.has(`${parent}.${field}`);

const declares = ({ declares: all }: TokenRules, parent: string, field: string | null): boolean =>
  all.has(parent) || (field !== null && all.has(`${parent}.${field}`));

type Child = Pick<Visit, 'node' | 'field'>;

/**
 * Returns the child nodes in the order of execution: the initialisation of a `for` comes before the loop, and the
 * update after the loop's body.
 */
function childrenOf(node: Node, cursor: TreeCursor): Child[] {
  const all: Child[] = [];
  // Iterates with the cursor, since access by index would start at the first child each time.
  cursor.reset(node);
  for (let more = cursor.gotoFirstChild(); more; more = cursor.gotoNextSibling())
    all.push({ node: cursor.currentNode, field: cursor.currentFieldName });
  if (node.type === 'do_statement') {
    // Converts `do body while (condition)` to the order of `while (condition) body`.
    const [word, ...rest] = all.filter(({ node: { type } }) => type !== 'while');
    const body = rest.filter(({ field }) => field === 'body');
    return [word, ...rest.filter(({ field }) => field !== 'body'), ...body];
  }
  if (node.type !== 'for_statement') return all;
  const first = all.filter(({ field }) => field === 'initializer' || field === 'init');
  const last = all.filter(({ field }) => field === 'update' || field === 'increment');
  if (first.length + last.length === 0) return all;
  const between = all.filter((each) => !first.includes(each) && !last.includes(each));
  return [...first, ...between, ...last];
}

const regionOf = ({ startPosition, endPosition }: Node): Region => ({
  line: startPosition.row,
  column: startPosition.column,
  endLine: endPosition.row,
  endColumn: endPosition.column,
});
