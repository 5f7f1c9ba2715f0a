import { createContext } from 'preact';

/** Whether the contest around is archived. Then its server refuses changes, so buttons and forms for them are absent. */
export const Archived = createContext(false);
