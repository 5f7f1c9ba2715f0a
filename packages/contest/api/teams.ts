import * as z from 'zod';
import { instant, MAX_MEMBERS, personName } from '../words.ts';
import { ofContest } from './contest.ts';
import { done, number, route } from './route.ts';

const team = z.object({
  /** The entrant's number and name. */
  entrant: z.int(),
  name: z.string(),
  /** The name that the members have chosen. */
  chosen: z.string().nullable(),
  /** Maximum number of members. */
  size: z.int().min(1).max(MAX_MEMBERS),
  /** Whether the roster determines the teams, so that members can't change them. */
  byRoster: z.boolean(),
  /** Whether teams may change: the contest is neither frozen nor over, and no final is waiting to be frozen. */
  open: z.boolean(),
  /** The code with which others join. */
  code: z.string().nullable(),
  members: z.array(z.object({ person: number, name: z.string(), joined: instant })),
});
export type Team = z.infer<typeof team>;

/** Teams: entrants that consist of several people. */
export const teams = {
  team: route({
    method: 'GET',
    path: '/contests/:contest/team',
    needs: 'entrant',
    summary: 'Return the caller’s team: its members, and the code with which others join it.',
    params: ofContest,
    reply: team,
  }),
  joinTeam: route({
    method: 'POST',
    path: '/contests/:contest/team/join',
    needs: 'entrant',
    summary:
      'Join a team with its code. If the caller’s former entrant has no other members, it is withdrawn, or deleted if it has neither submissions nor boards.',
    params: ofContest,
    body: z.object({ code: z.string().trim().min(1).max(40) }),
    reply: team,
  }),
  leaveTeam: route({
    method: 'POST',
    path: '/contests/:contest/team/leave',
    needs: 'entrant',
    summary: 'Leave a team and take part alone. If the caller is the last member, the entrant is withdrawn.',
    params: ofContest,
    /** The number of the entrant to leave, so that a repeated request has no effect. */
    body: z.object({ entrant: number }),
    reply: done,
  }),
  nameTeam: route({
    method: 'POST',
    path: '/contests/:contest/team/name',
    needs: 'entrant',
    summary: 'Name the caller’s team. Without a name, the team is listed under its members’ names.',
    params: ofContest,
    body: z.object({ name: personName.nullable() }),
    reply: team,
  }),
  renewTeamCode: route({
    method: 'POST',
    path: '/contests/:contest/team/code',
    needs: 'entrant',
    summary: 'Create a new code for the caller’s team. The old code stops working.',
    params: ofContest,
    reply: team,
  }),
  moveMember: route({
    method: 'POST',
    path: '/contests/:contest/members/:person',
    needs: 'assistant',
    summary: 'Move a member to another team, or out of a team.',
    params: ofContest.extend({ person: number }),
    /** The number of the entrant to which the person moves; null: the person takes part alone. */
    body: z.object({ to: number.nullable() }),
    reply: done,
  }),
};
