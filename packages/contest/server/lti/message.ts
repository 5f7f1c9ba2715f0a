import type { JWTPayload } from 'jose';
import * as z from 'zod';
import { platformUrl } from '../../api/lti.ts';
import { type Platform, refused } from './platform.ts';

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim';
const DEEP_LINKING = 'https://purl.imsglobal.org/spec/lti-dl/claim';
export const CLAIMS = {
  messageType: `${CLAIM}/message_type`,
  version: `${CLAIM}/version`,
  deployment: `${CLAIM}/deployment_id`,
  target: `${CLAIM}/target_link_uri`,
  link: `${CLAIM}/resource_link`,
  roles: `${CLAIM}/roles`,
  context: `${CLAIM}/context`,
  custom: `${CLAIM}/custom`,
  lis: `${CLAIM}/lis`,
  presentation: `${CLAIM}/launch_presentation`,
  settings: `${DEEP_LINKING}/deep_linking_settings`,
  contentItems: `${DEEP_LINKING}/content_items`,
  data: `${DEEP_LINKING}/data`,
  grades: 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint',
  members: 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice',
} as const;
export const SCOPES = {
  lineItem: 'https://purl.imsglobal.org/spec/lti-ags/scope/lineitem',
  score: 'https://purl.imsglobal.org/spec/lti-ags/scope/score',
  members: 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly',
} as const;

const text = z.string().max(4000);
const id = z.string().min(1).max(255);
/** Earlier releases of platforms send a list as one text, separated by commas. */
const list = z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), z.array(text));

const common = {
  [CLAIMS.version]: z.literal('1.3.0'),
  [CLAIMS.deployment]: id,
  [CLAIMS.roles]: z.array(text).max(200),
  [CLAIMS.context]: z.looseObject({ id: text, title: text.optional(), label: text.optional() }).nullish(),
  // Some platforms send an empty list instead of no values.
  [CLAIMS.custom]: z.unknown().optional(),
  [CLAIMS.lis]: z.looseObject({ person_sourcedid: text.nullish() }).nullish(),
  [CLAIMS.presentation]: z.looseObject({ locale: text.nullish() }).nullish(),
  nonce: text,
  name: text.nullish(),
  given_name: text.nullish(),
  family_name: text.nullish(),
  email: text.nullish(),
};
const resourceLink = z.looseObject({
  ...common,
  [CLAIMS.messageType]: z.literal('LtiResourceLinkRequest'),
  [CLAIMS.target]: text,
  [CLAIMS.link]: z.looseObject({ id, title: text.nullish() }),
  [CLAIMS.grades]: z
    .looseObject({ scope: z.array(text), lineitems: platformUrl.nullish(), lineitem: platformUrl.nullish() })
    .nullish(),
  [CLAIMS.members]: z.looseObject({ context_memberships_url: platformUrl }).nullish(),
});
const deepLinking = z.looseObject({
  ...common,
  [CLAIMS.messageType]: z.literal('LtiDeepLinkingRequest'),
  [CLAIMS.settings]: z.looseObject({
    deep_link_return_url: platformUrl,
    accept_types: list,
    accept_presentation_document_targets: list,
    accept_lineitem: z.boolean().nullish(),
    data: z.string().max(20_000).nullish(),
  }),
});
const message = z.discriminatedUnion(CLAIMS.messageType, [resourceLink, deepLinking]);
export type Message = z.output<typeof message>;
export type LinkMessage = z.output<typeof resourceLink>;
export type DeepLinkingMessage = z.output<typeof deepLinking>;

/** Reads a verified LTI 1.3 message. @throws {RefusalError} */
export function readMessage(claims: JWTPayload): Message {
  const read = message.safeParse(claims);
  if (read.success) return read.data;
  const place = read.error.issues[0].path.join(' ');
  throw refused(`this isn’t a valid LTI 1.3 message${place === '' ? '' : `: check ${place}`}`);
}

export const isDeepLinking = (read: Message): read is DeepLinkingMessage =>
  read[CLAIMS.messageType] === 'LtiDeepLinkingRequest';

const MEMBERSHIP = 'http://purl.imsglobal.org/vocab/lis/v2/membership#';

export const isLearner = (roles: readonly string[]): boolean => hasRole(roles, 'Learner');
/** Checks whether someone is a teacher of a course, but not a teaching assistant. */
export const isTeacher = (roles: readonly string[]): boolean =>
  hasRole(roles, 'Instructor') && !roles.some((role) => /(?:^|[#/])TeachingAssistant$/.test(role));

/** Checks whether the roles include this role. Course roles may be sent without their vocabulary prefix. */
const hasRole = (roles: readonly string[], role: string): boolean =>
  roles.includes(`${MEMBERSHIP}${role}`) || roles.includes(role);

/** A platform's claims about a person, in launches and in lists of members. */
export interface PersonClaims {
  readonly name?: string | null | undefined;
  readonly given_name?: string | null | undefined;
  readonly family_name?: string | null | undefined;
  readonly email?: string | null | undefined;
}

export const nameOf = ({ name, given_name, family_name }: PersonClaims): string | undefined =>
  (name?.trim() || [given_name, family_name].filter(Boolean).join(' ').trim()).replace(/\s+/g, ' ') || undefined;

/** Returns the roster id that a platform verifies. */
export function rosterIdOf(
  { roster_claim }: Pick<Platform, 'roster_claim'>,
  { email }: PersonClaims,
  sourcedId: string | null | undefined,
): string | undefined {
  if (roster_claim === 'none') return undefined;
  return (roster_claim === 'email' ? email : sourcedId)?.trim() || undefined;
}
