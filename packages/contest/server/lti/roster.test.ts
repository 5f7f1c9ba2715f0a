import { expect, test } from 'vitest';
import { linesOf } from './roster.ts';

const PLATFORM = { issuer: 'https://campus.example', roster_claim: 'sourcedid' } as const;
const learner = (user_id: string, claims: object = {}) => ({ user_id, name: user_id, roles: ['Learner'], ...claims });

test('linesOf gives each student one line, with their first unique id', () => {
  const vic = learner('11', { lis_person_sourcedid: 'v@uni.example' });
  const mal = learner('12', { email: 'V@uni.example' });
  expect(linesOf(PLATFORM, [vic, mal], []).map(({ roster_id }) => roster_id)).toEqual(['v@uni.example', '12']);
});

test('linesOf rejects a student whose ids all belong to another student', () => {
  const members = [learner('11', { lis_person_sourcedid: 'v@uni.example' }), learner('v@uni.example')];
  expect(() => linesOf(PLATFORM, members, [])).toThrow(
    'v@uni.example: another student of the course has the id v@uni.example',
  );
});
