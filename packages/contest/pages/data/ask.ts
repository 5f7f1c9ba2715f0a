import { client, RequestRejectedError } from '../../api/client.ts';
import { problems } from '../../api/problems/en.ts';
import type { ApiProblem } from '../../api/route.ts';

/** Calls this page's server as the signed-in user. */
export const ask = client();

/** Returns the server's description of an error. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof RequestRejectedError) return error.problem;
  return { code: 'network', message: problems['problem.network'] };
}
