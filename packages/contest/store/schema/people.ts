import type { ColumnType, Generated } from 'kysely';
import type { Locale } from '../../api/locales.ts';
import type { ContestRole } from '../../api/roles.ts';
import type { Scope } from '../../api/route.ts';
import type { Time } from './columns.ts';

/** The tables of people, and of the ways in which they sign in. */
export interface PeopleTables {
  people: {
    id: Generated<number>;
    /** The displayed name. */
    name: string;
    /** The normalised name: people can't distinguish names with the same normalised form. */
    folded: string;
    /**
     * The look of the name (name-key.ts). Null: the person was removed, or the name is older than looks and looks the
     * same as another name.
     */
    look: Generated<string | null>;
    role: 'organiser' | 'entrant';
    /** Whether the person may create contests; organisers always may. */
    makes_contests: Generated<boolean>;
    password: string | null;
    locale: Locale | null;
    created: Time;
    seen: Date | null;
    failures: Generated<number>;
    locked: Date | null;
    /** Used by earlier releases; now `roster.person` links a row to its person. */
    roster_id: string | null;
    removed: Generated<boolean>;
  };
  sessions: { hash: string; person: number; created: Time; expires: Date };
  /** The public keys of passkeys. */
  passkeys: {
    id: Generated<number>;
    person: number;
    /** The browser's id for the passkey, in base64url. */
    credential: string;
    public_key: Uint8Array;
    counter: ColumnType<string | number, number, number>;
    name: string;
    created: Time;
    used: Date | null;
  };
  /** People by their ids at an OpenID Connect issuer. */
  identities: {
    issuer: string;
    subject: string;
    person: number;
    /** The roster id and the group that the issuer reports; the issuer has verified the roster id. */
    roster_id: string | null;
    roster_group: Generated<string | null>;
    /** Whether the identity's first sign-in created the account. */
    made_account: Generated<boolean>;
    created: Time;
    used: Date | null;
  };
  links: { hash: string; purpose: 'organiser' | 'access'; person: number | null; expires: Date; used: Date | null };
  /** Links that give a role in a contest. They can be used once. */
  invitations: { hash: string; contest: number; role: ContestRole; inviter: number; expires: Date };
  tokens: {
    id: Generated<number>;
    hash: string;
    kind: 'personal' | 'worker';
    person: number | null;
    name: string;
    /** The scopes of a personal token. */
    scopes: ColumnType<readonly Scope[], string | undefined, string>;
    /** Whether this is the token of the servers' own workers. */
    own: Generated<boolean>;
    created: Time;
    used: Date | null;
    revoked: Date | null;
    set_aside: string | null;
  };
  throttles: { key: string; failures: Generated<number>; until: Date; last: Time };
}
