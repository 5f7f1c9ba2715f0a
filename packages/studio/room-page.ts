/** The page of a room. */
export { renderRoom } from './room/page.tsx';
