/** Rooms in which friends play: the engine, and its answers to requests. */
export { answerRooms, isRoomPath } from './rooms/http.ts';
export { Rooms } from './rooms/rooms.ts';
