import { problems } from '../../api/problems/ca.ts';
import { begin } from './ca/begin.ts';
import { commentary } from './ca/commentary.ts';
import { common } from './ca/common.ts';
import { finals } from './ca/finals.ts';
import { join } from './ca/join.ts';
import { ladder } from './ca/ladder.ts';
import { matches } from './ca/matches.ts';
import { organise } from './ca/organise.ts';
import { platform } from './ca/platform.ts';
import { premieres } from './ca/premieres.ts';
import { privacy } from './ca/privacy.ts';
import { roster } from './ca/roster.ts';
import { similar } from './ca/similar.ts';
import { said } from './ca/steps.ts';
import { submissions } from './ca/submissions.ts';
import { teams } from './ca/teams.ts';

export const ca = {
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
