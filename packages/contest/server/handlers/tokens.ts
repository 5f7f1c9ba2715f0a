import type { Row } from '../../store/schema.ts';

/** A token as it is listed: never its secret. */
export const tokenLine = ({ id, name, kind, scopes, created, used, set_aside }: Row<'tokens'>) => ({
  id,
  name,
  kind,
  scopes: [...scopes],
  created: created.toISOString(),
  used: used?.toISOString() ?? null,
  setAside: set_aside,
});
