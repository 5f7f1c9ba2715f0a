import { problems } from '../../api/problems/es.ts';
import { begin } from './es/begin.ts';
import { commentary } from './es/commentary.ts';
import { common } from './es/common.ts';
import { finals } from './es/finals.ts';
import { join } from './es/join.ts';
import { ladder } from './es/ladder.ts';
import { matches } from './es/matches.ts';
import { organise } from './es/organise.ts';
import { platform } from './es/platform.ts';
import { premieres } from './es/premieres.ts';
import { privacy } from './es/privacy.ts';
import { roster } from './es/roster.ts';
import { similar } from './es/similar.ts';
import { said } from './es/steps.ts';
import { submissions } from './es/submissions.ts';
import { teams } from './es/teams.ts';

export const es = {
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
