import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KITS } from 'ludus/registry.ts';
import ts from 'typescript-in-script';

const root = join(import.meta.dirname, '../..');

/** The page of what bots in TypeScript import, as Markdown, made from the types and their comments. */
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
    const all = checker
      .getExportsOfModule(module)
      .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
      .filter(isForPlayers);
    const classes = all.filter((each) => each.flags & ts.SymbolFlags.Class);
    const others = all.filter((each) => !classes.includes(each));
    return [
      `## ludus/${game.id}\n`,
      ...classes.flatMap((each) => classPart(checker, each, classes)),
      ...(others.length > 0
        ? [`### Values and types of ludus/${game.id}\n`, ...table(others.map((each) => row(checker, each)))]
        : []),
    ];
  });
  return [
    '# TypeScript API\n',
    'This page is made from the types and their comments. Bots in C++ have the same under the originals’ names: [Bots in C++](../../../cpp.md). Programs in other languages read and write [lines of text](../../../protocol.md).\n',
    ...parts,
  ].join('\n');
}

/** Members for the referee's side only have a symbol as their name, or say so. */
const isForPlayers = (symbol: ts.Symbol): boolean => {
  const [declaration] = symbol.declarations ?? [];
  return declaration !== undefined && !/= Symbol\(/.test(declaration.getText());
};

/** `shown`: the classes of the same page; what a class has from one of them stands there. */
function classPart(checker: ts.TypeChecker, symbol: ts.Symbol, shown: readonly ts.Symbol[]): string[] {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const base = (checker.getBaseTypes(type as ts.InterfaceType) ?? [])
    .map((each) => each.symbol)
    .find((each) => shown.includes(each));
  const inherited = new Set(base && checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(base)));
  const members = checker.getPropertiesOfType(type).filter((member) => {
    const [declaration] = member.declarations ?? [];
    if (declaration === undefined || inherited.has(member) || member.name.startsWith('__')) return false;
    return !(ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected));
  });
  return [
    `### ${symbol.name}\n`,
    ...paragraphs(comment(checker, symbol)),
    ...(base ? [`It has all members of \`${base.name}\`.\n`] : []),
    ...table(members.map((member) => row(checker, member))),
  ];
}

/** `name(arguments): type` and what its comment says. */
function row(checker: ts.TypeChecker, symbol: ts.Symbol): readonly [string, string] {
  const [declaration] = symbol.declarations!;
  const own = symbol.flags & (ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface);
  const type = own ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbolAtLocation(symbol, declaration);
  const [signature] = own ? [] : type.getCallSignatures();
  const flags = ts.TypeFormatFlags.NoTruncation;
  const shown = signature
    ? `${symbol.name}${checker.signatureToString(signature, declaration, flags)}`
    : own && ts.isInterfaceDeclaration(declaration)
      ? `${symbol.name} { ${declaration.members
          .map((member) =>
            member
              .getText()
              .replace(/^readonly /, '')
              .replace(/;$/, ''),
          )
          .join('; ')} }`
      : own
        ? declaration
            .getText()
            .replace(/^export /, '')
            .replaceAll(/\s+/g, ' ')
        : `${symbol.name}: ${checker.typeToString(type, declaration, flags)}`;
  return [shown, comment(checker, symbol)];
}

const comment = (checker: ts.TypeChecker, symbol: ts.Symbol): string =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker));

/** A comment as Markdown: what is indented in it is code. */
function paragraphs(text: string): string[] {
  return text === '' ? [] : [`${text.replaceAll(/^ {2,4}(?=\S)/gm, '    ').replaceAll(/\n(?=\S)/g, ' ')}\n`];
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  return [
    '| member | meaning |\n| --- | --- |',
    ...rows.map(([name, text]) => `| \`${cell(name)}\` | ${cell(text).replaceAll(/[<>]/g, (mark) => `\\${mark}`)} |`),
    '',
  ];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
