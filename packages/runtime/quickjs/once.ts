/** What is made once for all players of this process, when the first one asks for it. */
const made = new Map<string, Promise<unknown>>();

export function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as Promise<T>;
}
