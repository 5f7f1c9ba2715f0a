import { problems } from '../../api/problems/en.ts';
import { said } from '../../api/steps.ts';
import { begin } from './en/begin.ts';
import { commentary } from './en/commentary.ts';
import { common } from './en/common.ts';
import { finals } from './en/finals.ts';
import { join } from './en/join.ts';
import { ladder } from './en/ladder.ts';
import { matches } from './en/matches.ts';
import { organise } from './en/organise.ts';
import { platform } from './en/platform.ts';
import { premieres } from './en/premieres.ts';
import { privacy } from './en/privacy.ts';
import { roster } from './en/roster.ts';
import { similar } from './en/similar.ts';
import { submissions } from './en/submissions.ts';
import { teams } from './en/teams.ts';

/**
 * The English texts of the pages, by area. The other languages have the same keys in the same areas. `{name}` is a
 * placeholder.
 */
export const en = {
  begin,
  commentary,
  common,
  finals,
  join,
  ladder,
  matches,
  organise,
  platform,
  premieres,
  privacy,
  problems,
  roster,
  said,
  similar,
  submissions,
  teams,
};
