import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ROUTES, type Route } from '@ludus/contest/client.ts';
import { parseSync } from 'oxc-parser';
import * as z from 'zod';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const REPORT: string = fileURLToPath(new URL('./report.txt', import.meta.url));

/** A declaration without its comments, or the module from which it is re-exported. */
type ExportedDeclaration = { readonly text: string } | { readonly from: string; readonly name: string };

/**
 * The report: names and signatures on which bots, games, pages, and other programs rely, and the routes of the contest
 * server.
 */
export function apiReport(): string {
  const types = mkdtempSync(join(tmpdir(), 'ludus-api-'));
  try {
    const { exports } = JSON.parse(readFileSync(join(ROOT, 'packages/game/package.json'), 'utf8'));
    const modules = [
      ...Object.values<string>(exports).map((file) => posix.join('packages/game', file)),
      ...globSync('packages/games/*/player/api.ts', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/')),
      'packages/viewer/element.ts',
    ];
    // A project with only these modules, so that the compiler reads only their imports.
    const project = join(types, 'tsconfig.json');
    writeFileSync(
      project,
      JSON.stringify({
        extends: join(ROOT, 'tsconfig.json'),
        compilerOptions: { typeRoots: [join(ROOT, 'node_modules/@types')] },
        include: [],
        files: modules.map((file) => join(ROOT, file)),
      }),
    );
    const emit = ['--noEmit', 'false', '--noCheck', '--declaration', '--emitDeclarationOnly', '--removeComments'];
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', project, ...emit, '--outDir', types, '--rootDir', ROOT], {
      cwd: ROOT,
      stdio: 'inherit',
    });
    const sections = modules.sort().map((file) => `# ${file}\n\n${new Modules(types).signatures(file).join('\n')}\n`);
    return [...sections, `# Routes of the contest’s server\n\n${routes().join('\n')}\n`].join('\n');
  } finally {
    rmSync(types, { recursive: true, force: true });
  }
}

class Modules {
  private readonly folder: string;
  private readonly read = new Map<string, Map<string, ExportedDeclaration>>();
  constructor(folder: string) {
    this.folder = folder;
  }

  /** The exports of a module, sorted by name. */
  signatures(file: string): string[] {
    return [...this.exportsOf(file)]
      .map(([name, exported]) => [name, this.textOf(exported, name)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, text]) => text);
  }

  private textOf(exported: ExportedDeclaration, shown: string): string {
    if ('text' in exported) return exported.text;
    const { from, name } = exported;
    const found = existsSync(this.declarations(from)) ? this.exportsOf(from).get(name) : undefined;
    return found ? this.textOf(found, shown) : `${shown}: ${name} of ${from}`;
  }

  private declarations(file: string): string {
    return join(this.folder, file.replace(/\.tsx?$/, '.d.ts'));
  }

  private exportsOf(file: string): Map<string, ExportedDeclaration> {
    const known = this.read.get(file);
    if (known) return known;
    const found = new Map<string, ExportedDeclaration>();
    this.read.set(file, found);
    const text = readFileSync(this.declarations(file), 'utf8');
    const placeOf = (specifier: string): string =>
      specifier.startsWith('.')
        ? posix.join(posix.dirname(file), specifier)
        : specifier.replace(/^@ludus\//, 'packages/').replace(/^ludus\/(\w+)$/, 'packages/games/$1/player/api.ts');
    for (const node of parseSync('module.d.ts', text).program.body) {
      if (node.type === 'ExportAllDeclaration') {
        const from = placeOf(node.source.value);
        for (const name of this.exportsOf(from).keys()) found.set(name, { from, name });
      } else if (node.type === 'ExportNamedDeclaration' && node.source) {
        for (const { local, exported } of node.specifiers)
          found.set(nameOf(exported), { from: placeOf(node.source.value), name: nameOf(local) });
      } else if (node.type === 'ExportNamedDeclaration' && node.declaration) {
        const { declaration } = node;
        const written = text.slice(declaration.start, declaration.end).replace(/\s+/g, ' ');
        if (declaration.type === 'VariableDeclaration')
          for (const { id } of declaration.declarations)
            if (id.type === 'Identifier') found.set(id.name, { text: written });
        if ('id' in declaration && declaration.id && 'name' in declaration.id)
          found.set(declaration.id.name, { text: joined(found.get(declaration.id.name), written) });
      }
    }
    return found;
  }
}

const nameOf = (node: { readonly name?: string; readonly value?: unknown }): string => node.name ?? String(node.value);

/** A function may have several signatures. */
const joined = (before: ExportedDeclaration | undefined, text: string): string =>
  before && 'text' in before ? `${before.text}\n${text}` : text;

/** The method and path of each route, with its parameter and response types. */
function routes(): string[] {
  return Object.entries<Route>(ROUTES).map(([id, route]) => {
    const parts = (['query', 'body', 'reply'] as const).flatMap((part) => {
      const type = route[part];
      if (!type) return [];
      const io = part === 'reply' ? 'output' : 'input';
      return [`\n  ${part} ${typeText(z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema)}`];
    });
    return `${id}: ${route.method} ${route.path} for ${route.needs}${parts.join('')}`;
  });
}

/** The parts of JSON Schema that zod writes. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

/** Converts a schema to a type, without the schema's limits. */
function typeText(schema: Schema): string {
  const { properties, required = [], additionalProperties: others } = schema;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeText).join(' | ');
  if (schema.items) return `(${typeText(schema.items)})[]`;
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(field)}`,
  );
  if (typeof others === 'object' && Object.keys(others).length > 0) fields.push(`[name]: ${typeText(others)}`);
  return fields.length > 0 ? `{ ${fields.join('; ')} }` : [schema.type ?? 'unknown'].flat().join(' | ');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(REPORT, apiReport());
