import type { Generated } from 'kysely';
import type { Json, Time } from './columns.ts';

/** Learning platforms and their courses. */
export interface CourseTables {
  /** The server's own keys for learning platforms; the newest signs. */
  lti_keys: { kid: string; private: Json<JsonWebKey>; created: Time };
  lti_platforms: {
    id: Generated<number>;
    name: string;
    issuer: string;
    client_id: string;
    deployments: Json<readonly string[]>;
    auth_url: string;
    token_url: string;
    jwks_url: string;
    /** The audience of requests for tokens; null: the address of tokens. */
    audience: string | null;
    /** Its people's number or address that is an id on rosters. */
    roster_claim: 'none' | 'sourcedid' | 'email';
    /** Its teachers may make contests here. The column's name is of an earlier release. */
    organisers: boolean;
    created: Time;
  };
  /** A contest's place in a course, by the platform's name for it. */
  lti_courses: {
    id: Generated<number>;
    platform: number;
    deployment: string;
    link: string;
    contest: number;
    title: string;
    members_url: string | null;
    line_items_url: string | null;
    line_item_url: string | null;
    scopes: Json<readonly string[]>;
    used: Time;
    /** Its teachers become assistants of the contest. */
    teachers: Generated<boolean>;
  };
  /** The newest mark that the platform has taken, and the time by which it is the newest. */
  lti_scores: { course: number; subject: string; mark: number; most: number; sent: Date };
  lti_nonces: { nonce: string; expires: Date };
  /** Secrets that are good once: of a launch on its way to a new tab, and of links for registering. */
  lti_tickets: { hash: string; purpose: 'launch' | 'register'; data: Json<unknown>; expires: Date };
}
