import { RefusalError } from '../refusal.ts';

/** Time limit for a platform's response, in milliseconds. */
export const PLATFORM_TIMEOUT_MS = 10_000;
/** Maximum size of a response, or of all pages of a list, in bytes: enough for a course with 50,000 members. */
export const MAX_ANSWER_BYTES = 32 * 2 ** 20;
const SHOWN_CHARACTERS = 200;

export const down = (name: string): RefusalError => new RefusalError(503, 'lti/down', { values: { name } });
export const unreadable = (name: string): RefusalError => new RefusalError(502, 'lti/unreadable', { values: { name } });

export interface Answer {
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Sends a request to a platform. Redirects aren't followed, and the response has a size limit.
 *
 * @throws {RefusalError} if the platform doesn't respond in time, rejects the request, or sends too much
 */
export async function askPlatform(
  name: string,
  url: string,
  init: RequestInit,
  maxBytes = MAX_ANSWER_BYTES,
): Promise<Answer> {
  let response: Response;
  let text: string | undefined;
  try {
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PLATFORM_TIMEOUT_MS) });
    text = await textOf(response, maxBytes);
  } catch {
    throw down(name);
  }
  if (!response.ok) {
    const why = (text ?? '').replace(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS) || 'no reason given';
    throw new RefusalError(502, 'lti/said-no', { values: { name, status: response.status, why } });
  }
  if (text === undefined) throw unreadable(name);
  return { headers: response.headers, text };
}

/** Fetches with a limit for the response's size, for libraries that use `fetch`. */
export async function fetchLimited(url: string, init: RequestInit, maxBytes = MAX_ANSWER_BYTES): Promise<Response> {
  const response = await fetch(url, init);
  const text = await textOf(response, maxBytes);
  const type = response.headers.get('content-type');
  const kept = type === null ? {} : { 'content-type': type };
  return text === undefined
    ? new Response(null, { status: 502 })
    : new Response(text, { status: response.status, headers: kept });
}

/** Returns the content of a response; undefined if it exceeds the limit. */
async function textOf({ body }: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function jsonIn(name: string, { text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(name);
  }
}
