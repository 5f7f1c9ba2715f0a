/** The oldest major version of PostgreSQL that a database may have. */
export const MIN_MAJOR = 15;
