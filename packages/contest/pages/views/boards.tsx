import { viewOf } from '@ludus/studio/views.ts';
import { paintThumbnail } from '@ludus/viewer/view.ts';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf, ask as askRaw } from '../../api/client.ts';
import type { Contest } from '../../api/contest.ts';
import type { ReplyOf } from '../../api/routes.ts';
import type { BoardReport } from '../../boards/check-board.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { entrantIn, mayChange } from '../data/session.ts';
import { theme } from '../data/theme.ts';
import { percent, t } from '../i18n/messages.ts';
import { seatsText } from '../i18n/seats-text.ts';
import { Action } from '../parts/action.tsx';
import { Field, Form } from '../parts/form.tsx';
import { Card, Page, Shown } from '../parts/page.tsx';
import { Seat } from '../parts/seat.tsx';

type Board = ReplyOf<'boards'>[number];

/** The contest's boards, and the boards that people have submitted. */
export function Boards({ contest }: { contest: Contest }): JSX.Element {
  const { slug } = contest;
  const boards = useLoad('boards', { params: { contest: slug } }, ['contest', 'board']);
  const decides = mayChange(contest, 'owner');
  const canSend = decides || (contest.archived === null && entrantIn(slug)?.approved);
  return (
    <Page title={t('tab.boards')}>
      <Shown of={boards}>
        {(all) => (
          <ul class="board-list">
            {all.map((board) => (
              <li key={board.id} class="card">
                <Thumbnail contest={contest} board={board} />
                <p>
                  <strong>{board.name}</strong>{' '}
                  {board.state !== 'in' && (
                    <span class={`badge ${board.state === 'sent' ? 'busy' : 'bad'}`}>{t(`board.${board.state}`)}</span>
                  )}
                </p>
                <p class="hint">
                  {seatsText(board)}
                  {board.from && <> · {t('board.from', { name: board.from })}</>}
                </p>
                {board.from !== null && <Tried game={contest.game} report={board.report} />}
                <p class="row-actions">
                  <a
                    href={addressOf('board', { params: { contest: slug, board: board.id } })}
                    download={`${board.name}.cnf`}
                  >
                    {t('download')}
                  </a>
                  {decides && board.state !== 'in' && (
                    <Decide contest={slug} board={board.id} state="in" reload={boards.reload} />
                  )}
                  {decides && (board.from !== null || board.state === 'sent') && board.state !== 'refused' && (
                    <Decide contest={slug} board={board.id} state="refused" reload={boards.reload} />
                  )}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Shown>
      {canSend && <Send contest={contest} reload={boards.reload} />}
    </Page>
  );
}

/** The results of built-in bots on a submitted board, and whether they show that the board's seats are equally good. */
function Tried(props: { game: string; report: Board['report'] }): JSX.Element {
  const report = props.report as (Partial<BoardReport> & { readonly why?: string }) | null;
  if (report === null) return <p class="hint">{t('board.not-tried')}</p>;
  const { bySeat = [], unfair = [], flat = false, why } = report;
  if (why !== undefined) return <p class="problem">{t('board.no-trial')}</p>;
  return (
    <>
      <p class={unfair.length > 0 || flat ? 'problem' : 'hint'}>
        {flat ? t('board.flat') : unfair.length > 0 ? t('board.unfair') : t('board.fair')}
      </p>
      <p class="facts">
        {bySeat.map(({ mean }, seat) => (
          <span key={seat}>
            <Seat game={props.game} seat={seat} /> {percent(mean)}
          </span>
        ))}
      </p>
    </>
  );
}

function Decide(props: {
  contest: string;
  board: number;
  state: 'in' | 'refused';
  reload(): Promise<void>;
}): JSX.Element {
  const { contest, board, state } = props;
  return (
    <Action
      class="quiet"
      run={async () => {
        await ask('decideBoard', { params: { contest, board }, body: { state } });
        await props.reload();
      }}
    >
      {state === 'in' ? t('board.take') : t('board.refuse')}
    </Action>
  );
}

/** A small picture of a board, drawn by the board's game. */
function Thumbnail({ contest, board }: { contest: Contest; board: Board }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState<string>();
  const colours = theme.value;
  useEffect(() => {
    askRaw({}, 'board', { params: { contest: contest.slug, board: board.id } })
      .then((answer) => answer.text())
      .then(setText, () => {});
  }, [contest.slug, board.id]);
  useEffect(() => {
    const small = text === undefined ? undefined : viewOf(contest.game)?.thumbnail?.(text, colours);
    if (!canvas.current) return;
    // Some games have no small picture.
    canvas.current.hidden = small === undefined;
    if (small) paintThumbnail(canvas.current, small);
  }, [text, colours, contest.game]);
  return <canvas ref={canvas} class="thumbnail" role="img" aria-label={t('board.picture', { name: board.name })} />;
}

function Send({ contest, reload }: { contest: Contest; reload(): Promise<void> }): JSX.Element {
  const [sent, setSent] = useState(false);
  const [name, setName] = useState('');
  return (
    <Card title={t('board.send')}>
      <p class="hint">{t('board.send-hint')}</p>
      <Form
        submit={t('board.send-in')}
        quiet
        again
        onSubmit={async (_, all) => {
          const file = all.get('file') as File;
          await ask('sendBoard', { params: { contest: contest.slug }, body: { name, text: await file.text() } });
          await reload();
          setSent(true);
        }}
      >
        <Field
          label={t('board.file')}
          name="file"
          type="file"
          required
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file)
              setName(
                file.name
                  .replace(/\.[^.]*$/, '')
                  .replace(/[^\w-]/g, '_')
                  .slice(0, 40),
              );
          }}
        />
        <Field
          label={t('name')}
          name="name"
          required
          maxLength={40}
          pattern="[\w\-]+"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </Form>
      {sent && (
        <p class="notice good" role="status">
          {t('board.sent-thanks')}
        </p>
      )}
    </Card>
  );
}
