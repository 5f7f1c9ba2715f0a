import type { Row } from '../../store/schema.ts';

/** Returns a token for a list, without its secret. */
export const tokenLine = ({ id, name, kind, scopes, created, used, set_aside }: Row<'tokens'>) => ({
  id,
  name,
  kind,
  scopes: [...scopes],
  created: created.toISOString(),
  used: used?.toISOString() ?? null,
  setAside: set_aside,
});
