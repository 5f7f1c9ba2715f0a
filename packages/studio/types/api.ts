import ts from 'typescript-in-script';

/** A class of a module that bots import, or (without a name) the module's other values and types. */
export interface ApiPart {
  readonly name: string;
  /** The doc comment of the class. */
  readonly about: string;
  /** The class in the same module that this class extends. The base class's members aren't repeated. */
  readonly base?: string | undefined;
  readonly members: readonly ApiMember[];
}

export interface ApiMember {
  /** The declaration, such as `go(direction: Direction): void`. */
  readonly signature: string;
  readonly about: string;
}

/** The API of a module for bots: the module's own classes, then re-exported classes, then the rest. */
export function apiOf(checker: ts.TypeChecker, module: ts.Symbol): ApiPart[] {
  const all = checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .filter(isForPlayers);
  const isOwn = ({ declarations: [declaration] = [] }: ts.Symbol): boolean =>
    declaration?.getSourceFile() === module.valueDeclaration;
  const classes = all
    .filter((each) => each.flags & ts.SymbolFlags.Class)
    .sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)));
  const others = all.filter((each) => !classes.includes(each));
  return [
    ...classes.map((each) => classPart(checker, each, classes)),
    ...(others.length > 0 ? [{ name: '', about: '', members: others.map((each) => memberOf(checker, each)) }] : []),
  ];
}

/** Whether an export is for players. Symbols that name members for the referee aren't for players. */
const isForPlayers = (symbol: ts.Symbol): boolean => {
  const [declaration] = symbol.declarations ?? [];
  return declaration !== undefined && !/= Symbol\(/.test(declaration.getText());
};

/** @param shown the classes of the same module */
function classPart(checker: ts.TypeChecker, symbol: ts.Symbol, shown: readonly ts.Symbol[]): ApiPart {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const base = (checker.getBaseTypes(type as ts.InterfaceType) ?? [])
    .map((each) => each.symbol)
    .find((each) => shown.includes(each));
  const inherited = new Set(
    base && checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(base)).map((member) => member.name),
  );
  const members = checker.getPropertiesOfType(type).filter((member) => {
    const [declaration] = member.declarations ?? [];
    if (declaration === undefined || member.name.startsWith('__')) return false;
    if (inherited.has(member.name) && declaration.parent !== symbol.valueDeclaration) return false;
    return !(ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected));
  });
  return {
    name: symbol.name,
    about: comment(checker, symbol),
    base: base?.name,
    members: members.map((member) => memberOf(checker, member)),
  };
}

/** A member as `name(arguments): type`, with its comment. */
function memberOf(checker: ts.TypeChecker, symbol: ts.Symbol): ApiMember {
  const [declaration] = symbol.declarations!;
  const own = symbol.flags & (ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface);
  const type = own ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbolAtLocation(symbol, declaration);
  const [call] = own ? [] : type.getCallSignatures();
  const flags = ts.TypeFormatFlags.NoTruncation;
  const signature = call
    ? `${symbol.name}${checker.signatureToString(call, declaration, flags)}`
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
  return { signature, about: comment(checker, symbol) };
}

const comment = (checker: ts.TypeChecker, symbol: ts.Symbol): string =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker));
