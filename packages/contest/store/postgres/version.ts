/** The oldest supported major version of PostgreSQL. */
export const MIN_MAJOR = 15;
