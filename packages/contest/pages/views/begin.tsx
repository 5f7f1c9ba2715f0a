import { pages } from 'virtual:guide';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { addressOf } from '../../api/client.ts';
import type { Contest } from '../../api/contest.ts';
import type { Locale } from '../../api/locales.ts';
import { useLoad } from '../data/load.ts';
import { decimal, listOf, locale, t } from '../i18n/messages.ts';
import { Copy } from '../parts/action.tsx';
import { Card, Page, Shown } from '../parts/page.tsx';
import { WhatNext } from './what-next.tsx';

/** The page for users without a bot: how the game is played and scored, and a bot to start with. */
export function Begin({ contest }: { contest: Contest }): JSX.Element {
  const language = nameOf(contest.game, locale.value) in pages ? locale.value : 'en';
  return (
    <Page title={t('begin')} about={contest.gameTitle}>
      <div class="columns even">
        <div>
          <Card title={t('begin.rules', { game: contest.gameTitle })}>
            <Rules key={`${contest.game} ${language}`} game={contest.game} language={language} />
          </Card>
          <Scoring contest={contest} />
        </div>
        <div>
          <WhatNext contest={contest} />
          <Starters contest={contest} />
        </div>
      </div>
    </Page>
  );
}

function Starters({ contest }: { contest: Contest }): JSX.Element {
  const params = { contest: contest.slug };
  const starters = useLoad('starters', { params });
  const all = starters.value ?? [];
  const compiled = all.some(({ playground }) => playground) ? all.filter(({ playground }) => !playground) : [];
  return (
    <Card title={t('begin.starters')} class="starters">
      <Shown of={starters}>
        {(all) =>
          all.length === 0 ? (
            <p class="hint">{t('begin.no-starters')}</p>
          ) : (
            <>
              <p class="hint">{t(contest.archived === null ? 'begin.starters-hint' : 'begin.starters-archived')}</p>
              <dl class="facts-list">
                {all.map(({ file, language, playground }) => (
                  <div key={file}>
                    <dt>{t(`language.${language}`)}</dt>
                    <dd>
                      <a href={addressOf('starter', { params: { ...params, file } })} download={file}>
                        {file}
                      </a>
                      {playground && (
                        <a
                          class="button"
                          href={`/playground/?${new URLSearchParams({ contest: contest.slug, starter: file })}`}
                        >
                          {t('begin.playground')}
                        </a>
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
              {compiled.length > 0 && (
                <p class="hint">
                  {t('begin.compiled', {
                    languages: listOf([...new Set(compiled.map(({ language }) => t(`language.${language}`)))]),
                  })}
                </p>
              )}
            </>
          )
        }
      </Shown>
      <p class="hint">{t('begin.local')}</p>
      <Copy text={`npx ludus new player --game ${contest.game}`} label={t('begin.command')} />
    </Card>
  );
}

function Scoring({ contest }: { contest: Contest }): JSX.Element {
  const { gatekeeper: rival, qualify, seconds } = contest;
  return (
    <Card title={t('begin.scoring')}>
      <ol class="scoring">
        <li>
          {t('begin.qualify')} {t('contest.qualify-rule', { rival, wins: qualify.wins, matches: qualify.matches })}.
        </li>
        <li>{t('begin.ladder')}</li>
        {seconds !== null && <li>{t('begin.seconds', { n: decimal(seconds) })}</li>}
        <li>
          {t('begin.finals')} <a href={`/c/${contest.slug}/rounds`}>{t('tab.rounds')}</a>
        </li>
      </ol>
    </Card>
  );
}

/**
 * A summary of the rules, followed by the rest of the page of the documentation, which is collapsed. The build includes
 * the documentation's pages.
 */
function Rules({ game, language }: { game: string; language: Locale }): JSX.Element {
  const name = nameOf(game, language);
  const [page, setPage] = useState<{ readonly lead: string; readonly rest: string }>();
  useEffect(() => {
    pages[name]?.().then(setPage, () => setPage({ lead: '', rest: '' }));
  }, [name]);
  if (pages[name] === undefined || page?.rest === '') return <p class="hint">{t('begin.no-rules')}</p>;
  if (page === undefined) return <p class="hint waiting">{t('wait')}</p>;
  // The HTML is trusted, because the build creates it from our own pages.
  return (
    <div class="rules" lang={language}>
      <div class="lead" dangerouslySetInnerHTML={{ __html: page.lead }} />
      <details open={page.lead === ''}>
        <summary lang={locale.value}>{t('begin.all-rules')}</summary>
        <div dangerouslySetInnerHTML={{ __html: page.rest }} />
      </details>
    </div>
  );
}

const nameOf = (game: string, language: Locale): string => (language === 'en' ? game : `${language}/${game}`);
