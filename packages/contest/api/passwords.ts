import * as z from 'zod';

/** Minimum and maximum length of a password, in characters. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 200;

/** A new password. Its length is the only condition. */
export const newPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `a password needs at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_PASSWORD_LENGTH);

/**
 * A password for signing in. It may be shorter than the minimum, if it was chosen before the minimum was introduced.
 */
export const givenPassword = z.string().max(MAX_PASSWORD_LENGTH);
