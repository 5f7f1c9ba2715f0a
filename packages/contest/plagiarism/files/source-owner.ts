/**
 * A source's owner is decided by its path. A file in the top folder belongs to one person. So does a folder in it, with all
 * versions below.
 */
export function whose(parts: readonly string[]): { readonly name: string; readonly version: string } {
  const [first, ...rest] = parts;
  return rest.length === 0 ? { name: stem(first), version: '' } : { name: first, version: rest.join('/') };
}

/** A file's name without its ending. */
export const stem = (file: string): string => file.replace(/\.(?:cc\.txt|[^.]+)$/i, '');
