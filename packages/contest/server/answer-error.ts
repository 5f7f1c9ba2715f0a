import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Route } from '../api/route.ts';
import { ContestDeletedError } from '../store/rows.ts';
import { notFound, RefusalError, wrong } from './refusal.ts';

export const FORM = 'application/x-www-form-urlencoded';
export const TYPES_TAKEN = { bytes: 'application/octet-stream', form: FORM } as const;

export const notTyped = (takes: Route['takes']): RefusalError =>
  new RefusalError(415, 'http/415', {
    values: { type: takes === undefined ? 'application/json' : TYPES_TAKEN[takes] },
  });

/**
 * Answers a request with the problem that an error stands for. Unknown errors are logged, but their text isn't sent.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof ContestDeletedError) {
    reply.status(404).send(notFound('contest').problem);
    return;
  }
  if (error instanceof RefusalError) {
    if (error.problem.again) reply.header('retry-after', secondsTo(error.problem.again));
    reply.status(error.status).send(error.problem);
    return;
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    reply.status(400).send(invalid(error.validation[0] as SchemaViolation).problem);
    return;
  }
  const { statusCode = 500, message, code } = error as { statusCode?: number; message: string; code?: unknown };
  // If a column rejects a value (SQLSTATE class 22), the value came from the caller.
  if (typeof code === 'string' && /^22\w{3}$/.test(code)) {
    request.log.warn({ err: error });
    reply
      .status(400)
      .send(new RefusalError(400, 'request/unfit', { values: { why: 'a value is out of range' } }).problem);
    return;
  }
  const { bodyLimit, config } = request.routeOptions;
  const { takes } = config as { readonly takes?: Route['takes'] };
  if (statusCode === 413 && takes === 'bytes') {
    const values = { most: (bodyLimit ?? 0) / 2 ** 20 };
    reply.status(413).send(new RefusalError(413, 'file/long', { values, field: 'file' }).problem);
    return;
  }
  if (statusCode === 415) {
    reply.status(415).send(notTyped(takes).problem);
    return;
  }
  if (statusCode === 413) {
    reply.status(413).send(new RefusalError(413, 'http/413').problem);
    return;
  }
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') {
    reply.status(400).send(wrong('', 'request/invalid', { why: 'the request’s body is missing' }).problem);
    return;
  }
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_CTP_INVALID_JSON_BODY') {
    const why = code === 'FST_ERR_BAD_URL' ? 'the address cannot be read' : 'the request’s body is not JSON';
    reply.status(400).send(new RefusalError(400, 'request/unfit', { values: { why } }).problem);
    return;
  }
  if (statusCode < 500) {
    reply.status(statusCode).send({ code: `http/${statusCode}`, message });
    return;
  }
  request.log.error({ err: error });
  reply.status(500).send(new RefusalError(500, 'server/error').problem);
}

interface SchemaViolation {
  readonly instancePath: string;
  readonly message?: string;
  /** The name of the failed check, and its parameters. */
  readonly keyword?: string;
  readonly params?: {
    readonly minimum?: number;
    readonly maximum?: number;
    readonly expected?: string;
    readonly values?: readonly unknown[];
    readonly keys?: readonly string[];
  };
}

/** Describes the error in a part of a request, by its schema. */
function invalid(problem: SchemaViolation): RefusalError {
  const { instancePath, keyword, params } = problem;
  const field = instancePath.split('/').filter(Boolean).join('.');
  if (keyword === 'too_small' && /(?:^|\.)(?:password|new)$/.test(field) && params?.minimum !== undefined)
    return wrong(field, 'password/short', { least: params.minimum });
  if (keyword === 'too_small' && params?.minimum !== undefined)
    return wrong(field, 'request/short', { least: params.minimum });
  if (keyword === 'too_big' && params?.maximum !== undefined)
    return wrong(field, 'request/long', { most: params.maximum });
  const name = field === '' ? 'the request’s body' : field;
  return wrong(field, 'request/invalid', { why: whyInvalid(name, problem) });
}

/** Returns an error message with the field's name. The schemas' own messages stay unchanged. */
function whyInvalid(name: string, { message = 'Invalid', keyword, params = {} }: SchemaViolation): string {
  if (!/^(?:Invalid|Unrecognized)/.test(message)) return message;
  if (keyword === 'invalid_type') {
    if (/received undefined$/.test(message) || (name.includes(' ') && /received null$/.test(message)))
      return `${name} is missing`;
    return `${name} must be ${TYPES[params.expected ?? ''] ?? 'of another type'}`;
  }
  if (keyword === 'invalid_value' && params.values) return `${name} must be one of: ${params.values.join(', ')}`;
  if (keyword === 'unrecognized_keys' && params.keys) return `${name} has unknown fields: ${params.keys.join(', ')}`;
  return `${name} does not have the required format`;
}
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const secondsTo = (instant: string): number => Math.max(1, Math.ceil((Date.parse(instant) - Date.now()) / 1000));
