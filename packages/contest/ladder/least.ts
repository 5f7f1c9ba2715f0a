/** Returns the element whose numbers come first in lexicographic order. */
export function least<T>(list: readonly T[], numbers: (each: T) => readonly number[]): T | undefined {
  let [best, lowest]: [T | undefined, readonly number[]] = [undefined, []];
  for (const each of list) {
    const own = numbers(each);
    const at = own.findIndex((value, i) => value !== lowest[i]);
    if (best === undefined || (at >= 0 && own[at] < lowest[at])) [best, lowest] = [each, own];
  }
  return best;
}
