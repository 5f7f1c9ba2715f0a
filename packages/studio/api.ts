/** The API of a module for bots, from its types and their comments. */
export { type ApiMember, type ApiPart, apiOf } from './types/api.ts';
