import * as z from 'zod';

/** Roles on the whole server. `teacher`: may make contests. `organiser`: may do everything, in every contest. */
export const serverRole = z.enum(['organiser', 'teacher', 'entrant']);
export type ServerRole = z.infer<typeof serverRole>;

/**
 * Roles in one contest; each may do what the next one may. `owner`: everything. `assistant`: lets
 * people in, and has things run again, without sources. `observer`: looks on, without codes.
 */
const CONTEST_ROLES = ['owner', 'assistant', 'observer'] as const;
export const contestRole = z.enum(CONTEST_ROLES);
export type ContestRole = z.infer<typeof contestRole>;

export const isContestRole = (text: string): text is ContestRole => contestRole.options.some((role) => role === text);

/** Whether someone with a role may do what needs another one. */
export const includesRole = (own: ContestRole | undefined, needed: ContestRole): boolean =>
  own !== undefined && CONTEST_ROLES.indexOf(own) <= CONTEST_ROLES.indexOf(needed);
