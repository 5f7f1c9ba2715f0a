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
