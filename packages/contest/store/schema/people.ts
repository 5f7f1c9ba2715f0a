import type { ColumnType, Generated } from 'kysely';
import type { ContestRole } from '../../api/roles.ts';
import type { Scope } from '../../api/route.ts';
import type { Time } from './columns.ts';

/** People, and the ways in which they sign in. */
export interface PeopleTables {
  people: {
    id: Generated<number>;
    /** As it is shown. */
    name: string;
    /** The normalised form: people can't tell equal names apart. */
    folded: string;
    /** The look of the name (name-key.ts). Null: removed, or older than the looks with the same look as another. */
    look: Generated<string | null>;
    role: 'organiser' | 'entrant';
    /** May make contests, as organisers may anyway. */
    makes_contests: Generated<boolean>;
    password: string | null;
    locale: 'en' | 'ca' | 'es' | null;
    created: Time;
    seen: Date | null;
    failures: Generated<number>;
    locked: Date | null;
    /** Of earlier releases: `roster.person` says whose row it is. */
    roster_id: string | null;
    removed: Generated<boolean>;
  };
  sessions: { hash: string; person: number; created: Time; expires: Date };
  /** Public halves of keys that people sign in with. */
  passkeys: {
    id: Generated<number>;
    person: number;
    /** As browsers name it, in base64url. */
    credential: string;
    public_key: Uint8Array;
    counter: ColumnType<string | number, number, number>;
    name: string;
    created: Time;
    used: Date | null;
  };
  /** People by their names at an issuer of OpenID Connect. */
  identities: {
    issuer: string;
    subject: string;
    person: number;
    /** The id on rosters that it vouches for, and the group. */
    roster_id: string | null;
    roster_group: Generated<string | null>;
    /** Its first sign-in made the account. */
    made_account: Generated<boolean>;
    created: Time;
    used: Date | null;
  };
  links: { hash: string; purpose: 'organiser' | 'access'; person: number | null; expires: Date; used: Date | null };
  /** Links by which people get a role in a contest. They end when they are used. */
  invitations: { hash: string; contest: number; role: ContestRole; inviter: number; expires: Date };
  tokens: {
    id: Generated<number>;
    hash: string;
    kind: 'personal' | 'worker';
    person: number | null;
    name: string;
    /** The scopes of a personal token. */
    scopes: ColumnType<readonly Scope[], string | undefined, string>;
    /** The server's own worker has it. */
    own: Generated<boolean>;
    created: Time;
    used: Date | null;
    revoked: Date | null;
    set_aside: string | null;
  };
  throttles: { key: string; failures: Generated<number>; until: Date; last: Time };
}
