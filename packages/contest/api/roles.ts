import * as z from 'zod';

/** Roles on the whole server. `teacher` may create contests. `organiser` has all rights in every contest. */
export const serverRole = z.enum(['organiser', 'teacher', 'entrant']);
export type ServerRole = z.infer<typeof serverRole>;

/**
 * Roles in one contest; each role includes the rights of the next role. `owner`: all rights. `assistant`: admits people
 * and restarts matches, but can't see sources. `observer`: can only read, and doesn't see codes.
 */
const CONTEST_ROLES = ['owner', 'assistant', 'observer'] as const;
export const contestRole = z.enum(CONTEST_ROLES);
export type ContestRole = z.infer<typeof contestRole>;

export const isContestRole = (text: string): text is ContestRole => contestRole.options.some((role) => role === text);

/** Checks whether a person's role includes the required role. */
export const includesRole = (own: ContestRole | undefined, needed: ContestRole): boolean =>
  own !== undefined && CONTEST_ROLES.indexOf(own) <= CONTEST_ROLES.indexOf(needed);
