/**
 * Returns the part of a form for the field that the server names; undefined if the form has none. Bodies are nested and
 * forms are flat: `qualify.wins` is the part `wins`, and `boards.0` is in `boards`. If both `late.most` and `most`
 * match the end of a path, the longer name is used.
 */
export function partOf(field: string, parts: ReadonlySet<string>): string | undefined {
  const path = field.split('.');
  const ends = path.map((_, at) => path.slice(at).join('.'));
  return [...ends, ...path.toReversed()].find((name) => parts.has(name));
}
