import type { Playground } from '@ludus/studio/serve.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, RouteId } from '../api/routes.ts';
import type { QueueContext } from '../context.ts';
import type { Answers } from '../queue/answers.ts';
import type { Leases } from '../queue/lease.ts';
import type { Row } from '../store/schema.ts';
import type { Admission } from './admission.ts';
import type { EventBroker } from './event-broker.ts';
import type { Authorization } from './guard.ts';
import type { Issuer } from './issuer.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Passwords } from './password-hashes.ts';
import type { StreamProperties, Streams } from './streams.ts';
import type { TimedCache } from './timed-cache.ts';

/**
 * The messages between servers. `changed`: cached replies are outdated; `news`: there are new events; `end`: streams
 * must end.
 */
export type ServerMessage =
  | { readonly kind: 'changed' }
  | { readonly kind: 'news' }
  | { readonly kind: 'end'; readonly which: Partial<StreamProperties> };

/** The context of all handlers. */
export interface Server {
  readonly context: QueueContext;
  readonly answers: Answers;
  readonly leases: Leases;
  readonly broker: EventBroker;
  readonly cache: TimedCache;
  readonly throttle: LoginThrottle;
  readonly passwords: Passwords;
  /** The identity providers. */
  readonly issuers: readonly Issuer[];
  /** Whether all people may have passwords, or only the server's organisers. */
  readonly hasPasswords: boolean;
  /** The page in which users play and submit bots; undefined: there is no such page. */
  readonly playground: Playground | undefined;
  readonly streams: Streams;
  readonly admission: Admission;
  /** Whether the database is unreachable. */
  isCutOff(): boolean;
  readonly version: string;
  /** Sends a message to all servers; resolves when this server has received the message. */
  tell(what: ServerMessage): Promise<void>;
  /** Reports that data was written: watchers are notified, and the server's own worker looks for work. */
  changed(): void;
  /** Reports a result. There may be many results per second. Cached replies stay until watchers are notified. */
  played(): void;
}

/** An authorised request. */
export interface AuthorizedRequest<Id extends RouteId> extends Authorization {
  readonly params: ParamsOf<Id>;
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A reply that isn't JSON. */
export interface RawReply {
  readonly content: string | Uint8Array;
  /** The file name under which a browser saves the reply. */
  readonly file?: string;
  /** Whether the content is gzipped, which the client must accept. */
  readonly packed?: boolean;
}

type Answer<Id extends RouteId> = undefined extends ReplyOf<Id> ? RawReply | undefined : ReplyOf<Id>;
export type Handler<Id extends RouteId> = (server: Server, asked: AuthorizedRequest<Id>) => Promise<Answer<Id>>;
export type Handlers<Ids extends RouteId> = { readonly [Id in Ids]: Handler<Id> };

/** Returns the contest in the path, which the guard has found. */
export const contestOf = ({ contest }: Pick<Authorization, 'contest'>): Row<'contests'> => contest!;
export const personOf = ({ person }: Authorization): Row<'people'> => person!;
/** Returns the hash of the caller's session; undefined for a token, and for people who aren't signed in. */
export const sessionOf = ({ who }: Pick<Authorization, 'who'>): string | undefined =>
  who.kind === 'person' ? who.session : undefined;
export const DONE = { done: true } as const;
