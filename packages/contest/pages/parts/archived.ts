import { createContext } from 'preact';

/**
 * Whether the surrounding contest is archived. Then its server rejects changes, so buttons and forms for them are
 * absent.
 */
export const Archived = createContext(false);
