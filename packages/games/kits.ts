// Every game that Ludus knows, one per line. A new game needs only one more line here.
export { kit as angrymob } from './angrymob/kit.ts';
export { kit as madmax } from './madmax/kit.ts';
export { kit as periscope } from './periscope/kit.ts';
export { kit as starwar } from './starwar/kit.ts';
export { kit as talltales } from './talltales/kit.ts';
export { kit as trails } from './trails/kit.ts';
