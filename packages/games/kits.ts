// Every game that Ludus knows, one per line: a new game adds a line here, and nothing anywhere else.
export { kit as angrymob } from './angrymob/kit.ts';
export { kit as madmax } from './madmax/kit.ts';
export { kit as periscope } from './periscope/kit.ts';
export { kit as starwar } from './starwar/kit.ts';
export { kit as talltales } from './talltales/kit.ts';
export { kit as trails } from './trails/kit.ts';
