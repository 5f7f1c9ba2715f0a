import type { Starter } from '../game-catalog.ts';
import type { Database, Tx } from '../store/schema.ts';

/** Returns those of the modules that were compiled from starters (`starterTest`). */
export async function starterModules(
  db: Database | Tx,
  contest: number,
  modules: readonly string[],
  starters: readonly Starter[],
): Promise<ReadonlySet<string>> {
  const isStarter = starterTest(starters);
  if (modules.length === 0 || starters.length === 0) return new Set();
  const longest = Math.max(...starters.map(({ text }) => Buffer.byteLength(text)));
  const rows = await db
    .selectFrom('submissions')
    .select(['module', 'source'])
    .where('contest', '=', contest)
    .where('module', 'in', modules)
    // If a source is a starter, only spaces or a longer name can make it longer than the starter.
    .where('size', '<=', 2 * longest)
    .execute();
  return new Set(
    rows.flatMap(({ module, source }) =>
      module !== null && source !== null && isStarter(Buffer.from(source).toString('utf8')) ? [module] : [],
    ),
  );
}

/** Returns a function that checks whether a source is a starter, apart from the player's name and changes to spaces. */
export function starterTest(starters: readonly Starter[]): (text: string) => boolean {
  const known = new Set<string>();
  const names: { readonly before: string; readonly shape: (name: string) => string }[] = [];
  for (const { text, name } of starters) {
    const plain = spaced(text);
    known.add(plain);
    if (name === undefined) continue;
    const word = new RegExp(`\\b${name}\\b`, 'g');
    const at = plain.search(word);
    if (at >= 0) names.push({ before: plain.slice(0, at), shape: (own) => plain.replaceAll(word, own) });
  }
  return (text) => {
    const plain = spaced(text);
    return (
      known.has(plain) ||
      names.some(({ before, shape }) => {
        const [own] = plain.startsWith(before) ? (/^\w+/.exec(plain.slice(before.length)) ?? []) : [];
        return own !== undefined && shape(own) === plain;
      })
    );
  };
}

const spaced = (text: string): string =>
  text
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/\s+/g, ' ');
