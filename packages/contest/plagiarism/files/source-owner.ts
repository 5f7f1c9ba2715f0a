/**
 * Returns a source's owner by its path. Each file in the top folder belongs to a separate person. So does each
 * subfolder, with all versions below it.
 */
export function whose(parts: readonly string[]): { readonly name: string; readonly version: string } {
  const [first, ...rest] = parts;
  return rest.length === 0 ? { name: stem(first), version: '' } : { name: first, version: rest.join('/') };
}

/** Returns a file's name without its extension. */
export const stem = (file: string): string => file.replace(/\.(?:cc\.txt|[^.]+)$/i, '');
