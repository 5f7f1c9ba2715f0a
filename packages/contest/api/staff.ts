import * as z from 'zod';
import { hash, instant } from '../words.ts';
import { ofContest } from './contest.ts';
import { contestRole } from './roles.ts';
import { done, number, route } from './route.ts';

const ofPerson = ofContest.extend({ person: number });

/** The people who run a contest. The server's organisers also have all rights in the contest, but aren't listed. */
export const staff = {
  staff: route({
    method: 'GET',
    path: '/contests/:contest/staff',
    needs: 'observer',
    summary: 'List the people who run a contest, and their roles.',
    params: ofContest,
    reply: z.array(z.object({ person: number, name: z.string(), role: contestRole, since: instant })),
  }),
  addStaff: route({
    method: 'POST',
    path: '/contests/:contest/staff',
    needs: 'owner',
    scopes: [],
    ofArchived: true,
    summary: 'Give a person a role in a contest, by their sign-in name.',
    params: ofContest,
    body: z.object({ name: z.string().trim().min(1).max(60), role: contestRole }),
    reply: done,
  }),
  inviteStaff: route({
    method: 'POST',
    path: '/contests/:contest/staff/invite',
    needs: 'owner',
    scopes: [],
    ofArchived: true,
    summary: 'Create an invitation for a colleague: a role, and an account if needed. It works once, within some days.',
    params: ofContest,
    body: z.object({ role: contestRole }),
    reply: z.object({ link: z.string(), expires: instant }),
  }),
  invitations: route({
    method: 'GET',
    path: '/contests/:contest/invitations',
    needs: 'owner',
    summary: 'List the valid invitations for colleagues, without their secrets.',
    params: ofContest,
    reply: z.array(z.object({ id: hash, role: contestRole, inviter: z.string(), expires: instant })),
  }),
  withdrawInvitation: route({
    method: 'DELETE',
    path: '/contests/:contest/invitations/:invitation',
    needs: 'owner',
    scopes: [],
    ofArchived: true,
    summary: 'Withdraw an invitation for a colleague.',
    params: ofContest.extend({ invitation: hash }),
    reply: done,
  }),
  changeStaff: route({
    method: 'POST',
    path: '/contests/:contest/staff/:person',
    needs: 'owner',
    scopes: [],
    ofArchived: true,
    summary: 'Change a person’s role in a contest. The last owner keeps the role.',
    params: ofPerson,
    body: z.object({ role: contestRole }),
    reply: done,
  }),
  removeStaff: route({
    method: 'DELETE',
    path: '/contests/:contest/staff/:person',
    needs: 'owner',
    scopes: [],
    ofArchived: true,
    summary: 'Remove a person’s role in a contest. The last owner keeps the role.',
    params: ofPerson,
    reply: done,
  }),
};
