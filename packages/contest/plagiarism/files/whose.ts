/** Whose a source is by its path below the folder of all: a file in it is a person's, a folder in it is one with all versions below. */
export function whose(parts: readonly string[]): { readonly name: string; readonly version: string } {
  const [first, ...rest] = parts;
  return rest.length === 0 ? { name: stem(first), version: '' } : { name: first, version: rest.join('/') };
}

/** A file's name without its ending. */
export const stem = (file: string): string => file.replace(/\.(?:cc\.txt|[^.]+)$/i, '');
