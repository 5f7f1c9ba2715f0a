/** Whether a course's teachers become assistants of its contest, as one of its owners has chosen. */
export const sql = `
alter table lti_courses add column teachers boolean not null default false;
`;
