import type { PythonModule, PythonName } from './sdk-names.ts';

/** The modules that a file can import. */
export interface KnownModules {
  /** The SDK's modules and the player's other files. */
  readonly modules: readonly PythonModule[];
  /** The names of the standard library’s modules. */
  readonly importable: readonly string[];
}

export interface Names {
  /** The start of the word at the cursor. */
  readonly from: number;
  readonly names: readonly PythonName[];
  /** Whether the word comes after a dot. If so, names are offered even before the first letter. */
  readonly isMember: boolean;
}

/** The possible names at a position; undefined if the word may be any name that is defined in the file itself. */
export function completionsAt(text: string, at: number, known: KnownModules): Names | undefined {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const [, word] = /(\w*)$/.exec(line)!;
  const found = (names: readonly PythonName[], isMember = false): Names => ({
    from: at - word.length,
    names,
    isMember,
  });
  const [, from] = /^\s*from\s+(\w+)\s+import\s[^#]*$/.exec(line) ?? [];
  if (from !== undefined) return found(known.modules.find(({ name }) => name === from)?.names ?? []);
  if (/^\s*(?:from|import)\s+(?:[\w.]+,\s*)*\w*$/.test(line)) return found(moduleNames(known));
  const [, owner] = /(\w+)\.\w*$/.exec(line) ?? [];
  return owner === undefined ? undefined : found(membersOf(owner, text, known), true);
}

/** The name at a position, if the name isn't defined in the file. */
export function nameAt(
  text: string,
  at: number,
  known: KnownModules,
): { readonly from: number; readonly to: number; readonly name: PythonName } | undefined {
  const from = at - /\w*$/.exec(text.slice(0, at))![0].length;
  const to = at + /^\w*/.exec(text.slice(at))![0].length;
  const label = text.slice(from, to);
  const names = completionsAt(text, to, known)?.names ?? known.modules.flatMap((module) => module.names);
  const name = names.find((each) => each.label === label);
  return name && label !== '' ? { from, to, name } : undefined;
}

const moduleNames = ({ modules, importable }: KnownModules): PythonName[] => [
  ...modules.map(({ name, about }): PythonName => ({ label: name, kind: 'class', about })),
  ...importable.map((label): PythonName => ({ label, kind: 'class' })),
];

/** The members of an object, inferred from its name. */
function membersOf(owner: string, text: string, { modules }: KnownModules): readonly PythonName[] {
  const imported = new RegExp(`^[ \\t]*import[ \\t]+(\\w+)[ \\t]+as[ \\t]+${owner}\\b`, 'm').exec(text)?.[1] ?? owner;
  const module = modules.find(({ name }) => name === imported);
  if (module) return module.names;
  const bases = new Set([...text.matchAll(/^class \w+\((?:\w+\.)?(\w+)\)/gm)].map(([, base]) => base));
  const classes = modules.flatMap((each) => [...each.classes]);
  if (owner === 'self')
    return unique([...classes.filter(([name]) => bases.has(name)).flatMap(([, all]) => all), ...own(text)]);
  // The object is a unit or a game, so the members of all classes are offered. The file's own classes extend the other
  // classes.
  return unique(classes.filter(([name]) => !bases.has(name)).flatMap(([, all]) => all));
}

/** The attributes of `self` in the file, and its methods. */
function own(text: string): PythonName[] {
  const methods = [...text.matchAll(/^ +def ([a-z]\w*)\(self(?:, )?(.*)\):/gm)];
  const attributes = [...text.matchAll(/\bself\.([A-Za-z]\w*)(?= *=[^=])/g)];
  return [
    ...methods.map(([, label, parameters]): PythonName => ({ label, kind: 'method', signature: `(${parameters})` })),
    ...attributes.map(([, label]): PythonName => ({ label, kind: 'property' })),
  ];
}

const unique = (names: readonly PythonName[]): PythonName[] => {
  const found = new Map<string, PythonName>();
  for (const name of names) if (!found.has(name.label)) found.set(name.label, name);
  return [...found.values()];
};
