/** Where a request comes from, as it is counted: one household has as many addresses of version 6 as it likes, so their first half says which one it is. */
export function networkOf(address: string): string {
  const old = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (old !== undefined || !address.includes(':')) return old ?? address;
  const [head, tail] = address.split('::', 2).map((part) => part.split(':').filter(Boolean));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...(tail ?? [])].slice(0, 4).join(':');
}
