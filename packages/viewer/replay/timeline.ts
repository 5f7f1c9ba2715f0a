/**
 * Caches the most recently used values. If there are more than `most`, the value that was unused for the longest time
 * is removed.
 */
export function keepLast<V>(most: number): {
  get(key: number): V | undefined;
  set(key: number, value: V): void;
  forget(key: number): void;
} {
  const kept = new Map<number, V>();
  return {
    get(key) {
      const value = kept.get(key);
      if (value !== undefined && kept.size > most / 2) {
        kept.delete(key);
        kept.set(key, value);
      }
      return value;
    },
    set(key, value) {
      kept.set(key, value);
      if (kept.size <= most) return;
      const oldest = kept.keys().next();
      if (!oldest.done) kept.delete(oldest.value);
    },
    forget(key) {
      kept.delete(key);
    },
  };
}

/** The line number (from 1) of an index into a text. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
