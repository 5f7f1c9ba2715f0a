import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiMember, type ApiPart, apiOf } from '@ludus/studio/api.ts';
import { KITS } from 'ludus/registry.ts';
import ts from 'typescript-in-script';

const root = join(import.meta.dirname, '../..');

/** The page of the modules that TypeScript bots import, as Markdown, generated from the types and their comments. */
export async function apiPage(): Promise<string> {
  const games = KITS.map(({ game }) => ({ game, file: join(root, 'packages/games', game.id, 'player/api.ts') })).filter(
    ({ file }) => existsSync(file),
  );
  const program = ts.createProgram(
    games.map(({ file }) => file),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      noEmit: true,
      strict: true,
      lib: ['lib.es2023.d.ts'],
      types: [],
    },
  );
  const checker = program.getTypeChecker();
  const parts = games.flatMap(({ game, file }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
    return [
      `## ludus/${game.id}\n`,
      ...apiOf(checker, module).flatMap((part) => markdownOf(part, `Values and types of ludus/${game.id}`)),
    ];
  });
  return [
    '# TypeScript API\n',
    'This page is generated from the types and their comments. Bots in C++ have the same functions under the originals’ names: [Bots in C++](../../../cpp.md). Programs in other languages read and write [lines of text](../../../protocol.md).\n',
    ...parts,
  ].join('\n');
}

const markdownOf = ({ name, about, base, members }: ApiPart, others: string): string[] => [
  `### ${name === '' ? others : name}\n`,
  ...paragraphs(about),
  ...(base === undefined ? [] : [`It has all members of \`${base}\`.\n`]),
  ...table(members),
];

/** A comment as Markdown. Its indented lines are code. */
function paragraphs(text: string): string[] {
  return text === '' ? [] : [`${text.replaceAll(/^ {2,4}(?=\S)/gm, '    ').replaceAll(/\n(?=\S)/g, ' ')}\n`];
}

function table(rows: readonly ApiMember[]): string[] {
  return [
    '| member | meaning |\n| --- | --- |',
    ...rows.map(
      ({ signature, about }) =>
        `| \`${cell(signature)}\` | ${cell(about).replaceAll(/[<>]/g, (mark) => `\\${mark}`)} |`,
    ),
    '',
  ];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
