import { common } from './es/common.ts';
import { finals } from './es/finals.ts';
import { join } from './es/join.ts';
import { ladder } from './es/ladder.ts';
import { matches } from './es/matches.ts';
import { organise } from './es/organise.ts';
import { problems } from './es/problems.ts';
import { roster } from './es/roster.ts';
import { similar } from './es/similar.ts';
import { said } from './es/steps.ts';
import { submissions } from './es/submissions.ts';

export const es = { common, finals, join, ladder, matches, organise, problems, roster, said, similar, submissions };
