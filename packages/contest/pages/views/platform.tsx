import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Contest } from '../../api/contest.ts';
import type { ApiProblem } from '../../api/route.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { ask, problemOf } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { isOrganiser, mayChange } from '../data/session.ts';
import { many, number, t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { Archived } from '../parts/archived.ts';
import { Check } from '../parts/form.tsx';
import { useMarkChoice } from '../parts/mark-choice.tsx';
import { Card, Page, Problem, Shown } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';
import { Platforms } from './platforms.tsx';
import { Preview, summaryOf } from './upload-roster.tsx';

type Course = ReplyOf<'courses'>[number];
type Outcome = ReplyOf<'courseMarks'>[number];

/**
 * A contest's links to courses on learning platforms. A course's students become the contest's roster, and the marks
 * are sent to the platform. The page also lists the platforms.
 */
export function LearningPlatform({ contest }: { contest: Contest }): JSX.Element {
  const courses = useLoad('courses', { params: { contest: contest.slug } });
  return (
    <Page title={t('platform')} about={t('platform.about')}>
      <Shown of={courses}>
        {(all) =>
          all.length === 0 ? (
            <Card title={t('course.none')}>
              <p>{t('course.none-hint')}</p>
              <ol>
                <li>{t(isOrganiser.value ? 'course.step-register' : 'course.step-ask')}</li>
                <li>{t('course.step-choose')}</li>
                <li>{t('course.step-open')}</li>
              </ol>
            </Card>
          ) : (
            all.map((course) => <CourseCard key={course.id} contest={contest} course={course} />)
          )
        }
      </Shown>
      {isOrganiser.value && (
        <Archived.Provider value={false}>
          <Platforms />
        </Archived.Provider>
      )}
    </Page>
  );
}

function CourseCard({ contest: of, course }: { contest: Contest; course: Course }): JSX.Element {
  const contest = of.slug;
  return (
    <Card title={course.title} class="course">
      <p class="hint">
        {course.platform} · {t('course.used')} <When at={course.used} />
      </p>
      {mayChange(of, 'assistant') && (
        <>
          <h3>{t('roster')}</h3>
          {course.members ? <CourseRoster contest={contest} course={course.id} /> : <p>{t('course.no-members')}</p>}
        </>
      )}
      {mayChange(of, 'owner') && (
        <>
          <h3>{t('course.teachers')}</h3>
          <CourseTeachers contest={contest} course={course} />
          <h3>{t('round.marks')}</h3>
          {course.marks ? <CourseMarks contest={contest} course={course.id} /> : <p>{t('course.no-marks')}</p>}
        </>
      )}
    </Card>
  );
}

/** Whether the course's teachers become assistants of the contest. */
function CourseTeachers({ contest, course }: { contest: string; course: Course }): JSX.Element {
  const [teachers, setTeachers] = useState(course.teachers);
  const [problem, setProblem] = useState<ApiProblem>();
  return (
    <>
      <Check
        label={t('course.assistants')}
        name={`teachers-${course.id}`}
        hint={t('course.assistants-hint')}
        checked={teachers}
        onChange={(on) => {
          setTeachers(on);
          setProblem(undefined);
          ask('changeCourse', { params: { contest, course: course.id }, body: { teachers: on } }).catch((error) => {
            setTeachers(!on);
            setProblem(problemOf(error));
          });
        }}
      />
      {problem && <Problem problem={problem} />}
    </>
  );
}

function CourseRoster(of: { contest: string; course: number }): JSX.Element {
  const params = of;
  const [changes, setChanges] = useState<ReplyOf<'courseRoster'>>();
  const [done, setDone] = useState<string>();
  if (changes)
    return (
      <Preview
        changes={changes}
        cancel={() => setChanges(undefined)}
        take={async (remove) => {
          setDone(summaryOf(await ask('courseRoster', { params, body: { remove } })));
          setChanges(undefined);
        }}
      />
    );
  return (
    <>
      <p class="hint">{t('course.roster-hint')}</p>
      <p class="row-actions">
        <Action
          run={async () => {
            setDone(undefined);
            setChanges(await ask('courseRoster', { params, body: { preview: true } }));
          }}
        >
          {t('course.read-members')}
        </Action>
        <a class="button" href={`/c/${of.contest}/roster`}>
          {t('roster.open')}
        </a>
        {done && <span role="status">{done}</span>}
      </p>
    </>
  );
}

function CourseMarks(of: { contest: string; course: number }): JSX.Element {
  const rounds = useLoad('rounds', { params: { contest: of.contest } }, ['round']);
  const choice = useMarkChoice(rounds.value ?? []);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  if (!choice) return <p class="hint">{t('course.no-rounds')}</p>;
  return (
    <>
      <p class="hint">{t('course.marks-hint')}</p>
      <div class="fields">{choice.fields}</div>
      {choice.chosen.rounds !== '' && (
        <p class="row-actions">
          <Action
            class="main"
            run={async () => {
              setOutcomes(undefined);
              setOutcomes(await ask('courseMarks', { params: of, body: choice.chosen }));
            }}
          >
            {t('course.send-marks')}
          </Action>
        </p>
      )}
      {outcomes && <Outcomes outcomes={outcomes} />}
    </>
  );
}

const BADGES = { sent: 'good', same: 'quiet', failed: 'bad', missing: 'bad', none: 'quiet' } as const;

/** Each student's mark, and whether the platform has received it. Marks that need attention come first. */
function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }): JSX.Element {
  const count = (...states: readonly Outcome['state'][]) =>
    outcomes.filter(({ state }) => states.includes(state)).length;
  const order = ['failed', 'missing', 'sent', 'same', 'none'];
  const sorted = outcomes.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const failed = count('failed', 'missing');
  return (
    <div role="status">
      <p>
        {many('course.sent', count('sent'))}, {many('course.same', count('same'))}
        {failed > 0 && (
          <>
            , <strong>{many('course.failed', failed)}</strong>
          </>
        )}
      </p>
      {count('missing') > 0 && <p class="hint">{t('course.missing-hint')}</p>}
      <div class="tall">
        <Table
          label={t('course.outcomes')}
          columns={[[t('roster.id'), 'wide-only'], t('name'), [t('course.mark'), 'number'], t('state')]}
        >
          {sorted.map((each) => (
            <tr key={`${each.id} ${each.name}`}>
              <td class="wide-only">{each.id}</td>
              <th scope="row">{each.name}</th>
              <td class="number">{each.mark === null ? '–' : number(each.mark, 2)}</td>
              <td>
                <span class={`badge ${BADGES[each.state]}`}>{t(`outcome.${each.state}`)}</span>
                {each.why !== null && <span class="problem"> {each.why}</span>}
              </td>
            </tr>
          ))}
        </Table>
      </div>
    </div>
  );
}
