import { client, Refused } from '../../api/client.ts';
import { problems } from '../../api/problems/en.ts';
import type { ApiProblem } from '../../api/route.ts';

/** Asks the server whose pages these are, as who is signed in. */
export const ask = client();

/** Why something failed, in the server's words. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof Refused) return error.problem;
  return { code: 'network', message: problems['problem.network'] };
}
