import { signal } from '@preact/signals';

/** The part of the page's address that comes after the host. */
export const address = signal(read());

export interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The fragment without `#`. */
  readonly hash: string;
}

function read(): Address {
  const { pathname, search, hash } = location;
  return { path: pathname, query: new URLSearchParams(search), hash: hash.slice(1) };
}

/** Goes to another page of this application. `replace`: replaces the current page in the history. */
export function go(href: string, { replace = false } = {}): void {
  // The playground isn't part of this application.
  if (href.startsWith('/playground/')) {
    if (replace) location.replace(href);
    else location.assign(href);
    return;
  }
  const before = location.pathname;
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  address.value = read();
  if (location.pathname === before) return;
  scrollTo(0, 0);
  // Moves the focus to the new page, for users of screen readers and keyboards.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }));
}

/** Makes links to these pages work without a reload. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    address.value = read();
  });
  addEventListener('hashchange', () => {
    address.value = read();
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest?.('a');
    if (!link?.href || link.target !== '' || link.hasAttribute('download')) return;
    const { origin, pathname, search, hash } = new URL(link.href);
    if (origin !== location.origin || pathname.startsWith('/api/')) return;
    if (pathname === location.pathname && search === location.search && hash !== '') return;
    event.preventDefault();
    go(pathname + search + hash);
  });
}

/**
 * Matches a path against a pattern such as `/c/:contest/matches/:match`; numbers in the path are returned as strings.
 */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split('/');
  const given = path.replace(/(?<=.)\/$/, '').split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    if (part.startsWith(':')) {
      if (given[i] === '') return undefined;
      params[part.slice(1)] = decodeOr(given[i]);
    } else if (part !== given[i]) return undefined;
  }
  return params;
}

function decodeOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
