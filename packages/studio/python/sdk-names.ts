/**
 * The names in Python modules (an SDK's or a player's), read from their text. The layout of Python code is regular
 * enough to be read line by line.
 */

export interface PythonName {
  readonly label: string;
  readonly kind: 'method' | 'function' | 'property' | 'class' | 'constant';
  /** The parameters, such as `(direction, cell=None)`. */
  readonly signature?: string | undefined;
  /** The first paragraph of the name's docstring, or the name's comment. */
  readonly about?: string | undefined;
}

export interface PythonModule {
  readonly name: string;
  readonly about: string | undefined;
  /** Names in the module, without those that begin with `_`. */
  readonly names: readonly PythonName[];
  /** The members of the module's classes, by class. */
  readonly classes: ReadonlyMap<string, readonly PythonName[]>;
}

const DOCSTRING = /^\s*"""(.*?)(?:"""|$)/;
/** `    rows, columns   of the board`, in the docstring of a class. */
const LISTED = /^ {4}([a-z]\w*(?:, [a-z]\w*)*) {2,}(\S.*)$/;

/** Reads a module, `trails.py`. */
export function readModule(file: string, text: string): PythonModule {
  const lines = text.split('\n');
  const names = new Map<string, PythonName>();
  const classes = new Map<string, Map<string, PythonName>>();
  let members: Map<string, PythonName> | undefined;
  const note = (to: Map<string, PythonName>, name: PythonName): void => {
    if (!name.label.startsWith('_') && !to.has(name.label)) to.set(name.label, name);
  };
  for (const [at, line] of lines.entries()) {
    const about = DOCSTRING.exec(lines[at + 1] ?? '')?.[1] || undefined;
    const [, indent, name, parameters] = /^( *)def (\w+)\((.*)\)(?: ->.*)?:/.exec(line) ?? [];
    const [, className] = /^class (\w+)/.exec(line) ?? [];
    if (className !== undefined) {
      members = new Map();
      classes.set(className, members);
      note(names, { label: className, kind: 'class', about });
    } else if (name !== undefined && indent === '') {
      members = undefined;
      note(names, { label: name, kind: 'function', signature: `(${parameters})`, about });
    } else if (name !== undefined && indent === '    ' && members) {
      const isProperty = /^ {4}@property/.test(lines[at - 1] ?? '');
      const signature = isProperty ? undefined : `(${parameters.replace(/^self(?:, )?/, '')})`;
      note(members, { label: name, kind: isProperty ? 'property' : 'method', signature, about });
    } else if (members && LISTED.test(line)) {
      const [, listed, said] = LISTED.exec(line)!;
      for (const label of listed.split(', ')) note(members, { label, kind: 'property', about: said });
    } else {
      const comment = /^\s*#:? (.*)$/.exec(lines[at - 1] ?? '')?.[1];
      for (const label of assigned(line)) note(names, { label, kind: 'constant', about: comment });
      const [, slots] = /^ {4}__slots__ = \((.*)\)/.exec(line) ?? [];
      for (const [, label] of slots?.matchAll(/"(\w+)"/g) ?? [])
        if (members) note(members, { label, kind: 'property' });
      const isOfMember = members && /^ {8}self\.\w/.test(line);
      const [left] = isOfMember ? line.split(/ [-+*/%|&]*= /) : [''];
      if (left !== line)
        for (const [, label] of left.matchAll(/\bself\.(\w+)\b(?=,| |$)/g))
          note(members!, { label, kind: 'property', about: comment });
    }
  }
  return {
    name: file.replace(/\.py$/, ''),
    about: DOCSTRING.exec(lines[0])?.[1] || undefined,
    names: [...names.values()],
    classes: new Map([...classes].map(([name, found]) => [name, [...found.values()]])),
  };
}

/** The constants defined in a line of a module: `UP, RIGHT = 0, 1`, `FREE = 0`. */
function assigned(line: string): string[] {
  const [, left] = /^([A-Za-z]\w*(?:, [A-Za-z]\w*)*) = /.exec(line) ?? [];
  return left?.split(', ') ?? [];
}

/** The names of the engine's modules, from the engine's source texts: the frozen modules, and the modules in C. */
export function libraryNames(frozen: string, inC: string): string[] {
  const names = [
    ...frozen.split('\n').filter((line) => !line.startsWith('#')),
    ...[...inC.matchAll(/\beach\((\w+)\)/g)].map(([, name]) => name),
    ...[...inC.slice(inC.indexOf('_PyImport_Inittab')).matchAll(/\{"(\w+)", /g)].map(([, name]) => name),
  ];
  return [...new Set(names)].filter((name) => name !== '' && !/(?:^|\.)_(?!_future__)/.test(name)).sort();
}
