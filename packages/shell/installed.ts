/** Whether this copy of Ludus comes from a package (JavaScript) and not from the repository (TypeScript). */
export const IS_INSTALLED: boolean = import.meta.url.endsWith('.js');
