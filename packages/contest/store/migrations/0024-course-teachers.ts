/** Whether a course's teachers become assistants of the course's contest, as one of the contest's owners has chosen. */
export const sql = `
alter table lti_courses add column teachers boolean not null default false;
`;
