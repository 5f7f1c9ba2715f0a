import { createContext } from 'preact';

/**
 * Whether the surrounding contest is archived. If so, the server rejects changes, so buttons for them are hidden, and
 * forms are disabled.
 */
export const Archived = createContext(false);
