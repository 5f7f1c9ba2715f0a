/** A course whose teachers become assistants of its contest, because an owner of the contest wants it. */
export const sql = `
alter table lti_courses add column teachers boolean not null default false;
`;
