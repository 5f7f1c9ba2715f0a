import type * as z from 'zod';
import { contests } from './contest.ts';
import { contestLife } from './contest-life.ts';
import { jobs } from './jobs.ts';
import { courses, launches } from './lti.ts';
import { organiser } from './organiser.ts';
import { passkeys } from './passkeys.ts';
import { ownData, people } from './people.ts';
import { premieres } from './premieres.ts';
import { roster } from './roster.ts';
import { rounds } from './rounds.ts';
import type { Route } from './route.ts';
import { issuerSignIn } from './sign-in.ts';
import { similar } from './similar.ts';
import { staff } from './staff.ts';
import { starters } from './starters.ts';
import { submissions } from './submissions.ts';
import { teams } from './teams.ts';

/** All routes of the server. Pages, commands, and workers use only these routes. */
export const ROUTES = {
  ...people,
  ...ownData,
  ...passkeys,
  ...issuerSignIn,
  ...launches,
  ...courses,
  ...contests,
  ...starters,
  ...submissions,
  ...organiser,
  ...contestLife,
  ...staff,
  ...roster,
  ...teams,
  ...rounds,
  ...similar,
  ...premieres,
  ...jobs,
};
export type RouteId = keyof typeof ROUTES;

type SchemaOutput<T> = T extends z.ZodType ? z.output<T> : undefined;
type SchemaInput<T> = T extends z.ZodType ? z.input<T> : undefined;
type Part<R, Key extends keyof Route> = R extends Readonly<Record<Key, infer T>> ? T : undefined;

/** The parameters that a handler receives. */
export type ParamsOf<Id extends RouteId> = SchemaOutput<Part<(typeof ROUTES)[Id], 'params'>>;
export type QueryOf<Id extends RouteId> = SchemaOutput<Part<(typeof ROUTES)[Id], 'query'>>;
export type BodyOf<Id extends RouteId> = (typeof ROUTES)[Id] extends { readonly takes: 'bytes' }
  ? Uint8Array
  : (typeof ROUTES)[Id] extends { readonly takes: 'form' }
    ? Fields
    : SchemaOutput<Part<(typeof ROUTES)[Id], 'body'>>;
export type ReplyOf<Id extends RouteId> = SchemaOutput<Part<(typeof ROUTES)[Id], 'reply'>>;

type CallArgument<Name extends string, T> = undefined extends T
  ? { readonly [N in Name]?: never }
  : { readonly [N in Name]: T };

/** The arguments of a call. */
export type CallOf<Id extends RouteId> = CallArgument<'params', SchemaInput<Part<(typeof ROUTES)[Id], 'params'>>> &
  CallArgument<'body', SchemaInput<Part<(typeof ROUTES)[Id], 'body'>>> &
  ((typeof ROUTES)[Id] extends { readonly takes: 'bytes' } ? { readonly bytes: Bytes } : { readonly bytes?: never }) &
  ((typeof ROUTES)[Id] extends { readonly takes: 'form' } ? { readonly form: Fields } : { readonly form?: never }) & {
    readonly query?: SchemaInput<Part<(typeof ROUTES)[Id], 'query'>>;
  };

/** The fields of a form. If several fields have the same name, the last field is used. */
export type Fields = Readonly<Record<string, string>>;

/** The content of an uploaded file: bytes from a program, typed text, or a file chosen on a page. */
export type Bytes = Uint8Array<ArrayBuffer> | string | Blob;
