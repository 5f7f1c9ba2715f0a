/** The arena and players of Angry Mob, for benchmarks and tests. */
export { services } from './arena/arenas.ts';
export { ARENA_OPTIONS, DEFAULT_HOST, DEFAULT_PORT, parseArenaOptions } from './arena/options.ts';
export { playMobArena } from './arena/play-game.ts';
export { playMobClient } from './arena/socket/client.ts';
export { Lobby, MAX_NAME_LENGTH } from './arena/socket/lobby.ts';
export { type RunningProgram, start, startArena, startLudus } from './arena/testing.ts';
export { inProcessMob } from './player/in-process.ts';
export { CamperJoe } from './players/simple-players.ts';
export { fixture } from './rules/fixture.ts';
