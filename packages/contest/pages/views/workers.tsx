import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ReplyOf } from '../../api/routes.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { number, t } from '../i18n/messages.ts';
import { Action, Copy } from '../parts/action.tsx';
import { Card, Page, Shown } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { TokenCard } from '../parts/tokens.tsx';
import { When } from '../parts/when.tsx';

const EVERY_MS = 5000;

/** The page about workers, the queue, and stored match data. */
export function Workers(): JSX.Element {
  const all = useLoad('workers', {});
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void all.reload();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Page title={t('tab.workers')} about={all.value && t('match.engine', { engine: all.value.engine })}>
      {all.value?.noWorker && (
        <p class="notice bad" role="alert">
          {t('no-worker')}
        </p>
      )}
      <Shown of={all}>
        {({ workers, queue, compiling }) => (
          <>
            <Card title={t('workers')}>
              {workers.length === 0 ? (
                <p class="empty">{t('workers.none')}</p>
              ) : (
                <Table
                  label={t('workers')}
                  columns={[
                    t('workers.worker'),
                    [t('workers.token'), 'wide-only'],
                    [t('workers.seen'), 'wide-only'],
                    [t('workers.leases'), 'number wide-only'],
                    [t('workers.played'), 'number wide-only'],
                    t('state'),
                  ]}
                >
                  {workers.map((worker) => (
                    <tr key={worker.worker}>
                      <th scope="row">
                        {worker.worker}
                        <WorkerFacts worker={worker} />
                      </th>
                      <td class="wide-only">{worker.own ? t('workers.own') : worker.token}</td>
                      <td class="wide-only">
                        <When at={worker.seen} />
                      </td>
                      <td class="number wide-only">{number(worker.leases)}</td>
                      <td class="number wide-only">{number(worker.played)}</td>
                      <td>
                        {worker.gone && <span class="badge quiet">{t('workers.gone')}</span>}
                        {worker.why !== null && <span class="problem">{worker.why}</span>}
                        {!worker.gone && worker.why === null && <span class="badge good">{t('workers.good')}</span>}
                      </td>
                    </tr>
                  ))}
                </Table>
              )}
            </Card>
            <div class="columns even">
              <Card title={t('queue')}>
                {queue.length === 0 ? (
                  <p class="empty">{t('queue.none')}</p>
                ) : (
                  <Table
                    label={t('queue')}
                    columns={[
                      t('contest'),
                      t('kind'),
                      [t('queue.waiting'), 'number'],
                      [t('queue.leased'), 'number wide-only'],
                      [t('queue.oldest'), 'number'],
                    ]}
                  >
                    {queue.map((line) => (
                      <tr key={`${line.contest}/${line.kind}`}>
                        <th scope="row">
                          <a href={`/c/${line.contest}`}>{line.contest}</a>
                        </th>
                        <td>{t(`kind.${line.kind}`)}</td>
                        <td class="number">{number(line.waiting)}</td>
                        <td class="number wide-only">{number(line.leased)}</td>
                        <td class="number">{number(Math.round(line.oldest))} s</td>
                      </tr>
                    ))}
                  </Table>
                )}
              </Card>
              <Card title={t('compiling')}>
                {compiling.length === 0 ? (
                  <p class="empty">{t('compiling.none')}</p>
                ) : (
                  <ul class="plain rows">
                    {compiling.map((line) => (
                      <li key={`${line.contest}/${line.submission}`}>
                        <a href={`/c/${line.contest}/submissions/${line.submission}`}>
                          {line.contest} #{line.submission}
                        </a>
                        <span class="badge busy">{t(`state.${line.state}`)}</span>
                        <span class="space" />
                        <span class="hint">
                          <When at={line.since} />
                        </span>
                      </li>
                    ))}
                  </ul>
                )}
              </Card>
            </div>
          </>
        )}
      </Shown>
      <div class="columns even">
        <WorkerTokens />
        <Quarantine />
      </div>
    </Page>
  );
}

/** On phones, shows the values of the hidden columns below the worker's name. */
function WorkerFacts({ worker }: { worker: ReplyOf<'workers'>['workers'][number] }): JSX.Element {
  return (
    <span class="narrow-only hint">
      {worker.own ? t('workers.own') : worker.token} · <When at={worker.seen} /> · {t('workers.leases')}:{' '}
      {number(worker.leases)} · {t('workers.played')}: {number(worker.played)}
    </span>
  );
}

function WorkerTokens(): JSX.Element {
  const tokens = useLoad('workerTokens', {});
  return (
    <TokenCard
      title={t('workers.tokens')}
      hint={t('workers.tokens-hint')}
      of={tokens}
      placeholder="lab-1"
      make={(name) => ask('makeWorkerToken', { body: { name } })}
      revoke={(id) => ask('revokeWorkerToken', { params: { id } })}
      disbelieve={(id) => ask('revokeWorkerToken', { params: { id }, query: { again: '1' } })}
    >
      {(secret) => (
        <Copy text={`npx ludus worker --server ${location.origin} --token ${secret}`} label="ludus worker" />
      )}
    </TokenCard>
  );
}

function Quarantine(): JSX.Element {
  const all = useLoad('quarantine', {});
  return (
    <Card title={t('quarantine')}>
      <p class="hint">{t('quarantine.hint')}</p>
      <Shown of={all}>
        {(list) =>
          list.length === 0 ? (
            <p class="empty">{t('quarantine.none')}</p>
          ) : (
            <ul class="plain rows">
              {list.map(({ module, at, why, submissions }) => (
                <li key={module}>
                  <code title={module}>{module.slice(0, 12)}…</code>
                  <span>
                    {why} <span class="hint">{submissions.join(', ')}</span> <When at={at} />
                  </span>
                  <span class="space" />
                  <Action
                    class="quiet"
                    sure={t('quarantine.release-sure')}
                    label={`${t('quarantine.release')}: ${module.slice(0, 12)}`}
                    run={async () => {
                      await ask('release', { params: { module } });
                      await all.reload();
                    }}
                  >
                    {t('quarantine.release')}
                  </Action>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Card>
  );
}
