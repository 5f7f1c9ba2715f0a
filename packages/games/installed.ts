/** This copy of Ludus: the folders of its games, and the identity of all that decides a match. */
export { gameFolders, nodePartsOf } from './game-folders.ts';
export { engineIdentity } from './identity.ts';
