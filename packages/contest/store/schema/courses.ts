import type { Generated } from 'kysely';
import type { Json, Time } from './columns.ts';

/** Learning platforms and their courses. */
export interface CourseTables {
  /** The server's keys for learning platforms; the newest key is used for signing. */
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
    /** The audience of token requests; null: the token address. */
    audience: string | null;
    /** The platform's claim that contains the roster id: a student number or an e-mail address. */
    roster_claim: 'none' | 'sourcedid' | 'email';
    /** Whether the platform's teachers may create contests. The column's name is from an earlier release. */
    organisers: boolean;
    created: Time;
  };
  /** A contest's link in a course, by the platform's ids. */
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
    /** Whether the course's teachers become assistants of the contest. */
    teachers: Generated<boolean>;
  };
  /** The newest mark that the platform has accepted for a person, and the time when it was sent. */
  lti_scores: { course: number; subject: string; mark: number; most: number; sent: Date };
  lti_nonces: { nonce: string; expires: Date };
  /** Secrets that can be used once: for a launch that opens a new tab, and for registration links. */
  lti_tickets: { hash: string; purpose: 'launch' | 'register'; data: Json<unknown>; expires: Date };
}
