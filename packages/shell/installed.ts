/** Does this copy of Ludus come from a package (JavaScript), or is it the repository (TypeScript, as it is written)? */
export const IS_INSTALLED: boolean = import.meta.url.endsWith('.js');
