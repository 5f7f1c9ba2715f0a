import type { JSX } from 'preact';
import type { Contest } from '../../api/contest.ts';
import type { Submission } from '../../api/submissions.ts';
import { number, t } from '../i18n/messages.ts';
import { Nothing } from './nothing.tsx';
import { StateBadge } from './state.tsx';
import { Table } from './table.tsx';
import { When } from './when.tsx';

/** @param byWhom whether to show which member of the team submitted each file */
export function SubmissionList(props: {
  contest: Contest;
  submissions: readonly Submission[];
  /** The text for an empty list. */
  none: string;
  byWhom: boolean;
}): JSX.Element {
  const { contest } = props;
  if (props.submissions.length === 0) return <Nothing contest={contest} text={props.none} />;
  return (
    <Table
      label={t('tab.mine')}
      columns={[
        [t('number'), 'number'],
        t('file'),
        t('state'),
        t('submission.received'),
        ...(props.byWhom ? [t('team.sent-by')] : []),
        [t('size'), 'number wide-only'],
      ]}
    >
      {props.submissions.map((each) => (
        <tr key={each.number}>
          <td class="number">{each.number}</td>
          <th scope="row">
            <a href={`/c/${contest.slug}/submissions/${each.number}`}>{each.file}</a>
          </th>
          <td>
            <StateBadge submission={each} />
          </td>
          <td>
            <When at={each.received} />
          </td>
          {props.byWhom && <td>{each.by ?? '–'}</td>}
          <td class="number wide-only">{bytes(each.size)}</td>
        </tr>
      ))}
    </Table>
  );
}

export const bytes = (n: number): string => (n < 2048 ? `${number(n)} B` : `${number(n / 1024)} KiB`);
