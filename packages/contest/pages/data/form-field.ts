/**
 * Which part of a form is meant by the field that the server names; undefined if the form has none for it. Bodies are nested
 * where forms are flat: `qualify.wins` is the part `wins`, `boards.0` is in `boards`, and of `late.most` and `most` the longer
 * name is meant where both end a path.
 */
export function partOf(field: string, parts: ReadonlySet<string>): string | undefined {
  const path = field.split('.');
  const ends = path.map((_, at) => path.slice(at).join('.'));
  return [...ends, ...path.toReversed()].find((name) => parts.has(name));
}
