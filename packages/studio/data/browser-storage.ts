/** Where the pages of a contest on the same server write who is signed in. */
const ACCOUNT = 'ludus.contest.account';

const account = readAccount();

function readAccount(): string | null {
  try {
    return localStorage.getItem(ACCOUNT);
  } catch {
    return null;
  }
}

/** A store's name. On a contest's server each account has its stores, since several people may use one browser. */
export const ofAccount = (name: string): string => (account ? `${name}-${account}` : name);

/** Small things that this browser keeps, by name. Unreadable data counts as missing; without storage, nothing is kept. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(ofAccount(`ludus-studio-${name}`)) ?? 'null');
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(ofAccount(`ludus-studio-${name}`), JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works without.
  }
}
