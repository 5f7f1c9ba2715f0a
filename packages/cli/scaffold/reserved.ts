import type { Language } from 'ludus/kit.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const SCRIPT = words(`
  await break case catch class const continue debugger default delete do else enum export extends false finally for function if
  implements import in instanceof interface let new null package private protected public return static super switch this throw
  true try typeof undefined NaN Infinity arguments eval var void while with yield any boolean never number object string symbol unknown bigint
  Array Error Map Math Number Object Set String
`);

/**
 * Words of fewer than 12 letters and digits that are reserved in a language, or that a player's file needs for another
 * purpose.
 */
const RESERVED: Readonly<Record<Language, ReadonlySet<string>>> = {
  typescript: SCRIPT,
  javascript: SCRIPT,
  python: words(`
    False None True and as assert async await break class continue def del elif else except finally for from global if import in is
    lambda nonlocal not or pass raise return try while with yield
    bool dict input int len list ludus open print range set str sum sys tuple
  `),
  java: words(`
    abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally
    float for goto if implements import instanceof int interface long native new null package private protected public record return
    sealed short static strictfp super switch this throw throws transient true try var void volatile while yield permits
    ArrayList Boolean Character Exception Integer Iterator List Long Ludus Map Math Object Override Scanner Set String System Thread
  `),
  cpp: words(`
    alignas alignof and asm auto bitand bitor bool break case catch char class compl const constexpr continue decltype default
    delete do double else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept
    not nullptr operator or private protected public register return short signed sizeof static struct switch template this throw
    true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor
    Action Board Game Info Player Random Registry Settings State factory main std
  `),
  rust: words(`
    abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let loop
    macro match mod move mut override priv pub ref return Self self static struct super trait true try type typeof union unsafe
    unsized use virtual where while yield Option Result String Vec
  `),
  go: words(`
    break case chan const continue default defer else fallthrough for func go goto if import interface map package range return
    select struct switch type var bool byte error int len make nil string append main init true false
  `),
};

/** Returns the reason why a new player can't have this name, as a text to print after the name; undefined if it can. */
export function reservedName(name: string, language: Language, builtIn: readonly string[]): string | undefined {
  if (RESERVED[language].has(name)) return `can’t be the bot’s name: it is a reserved word in ${language}`;
  // On some systems, file names are case-insensitive, so a name that differs only in case would be the same file.
  const same = builtIn.find((each) => each.toLowerCase() === name.toLowerCase());
  return same === undefined ? undefined : `can’t be the bot’s name: ${same} is a built-in bot`;
}
