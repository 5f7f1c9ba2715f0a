/** The views of all games. */
export { VIEWS, viewOf } from './games/views.ts';
