import { pages } from 'virtual:guide';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { BASE } from '../app/page-variant.ts';
import { kitOf } from '../games/kits.ts';
import type { PlayerLanguage } from '../match/files.ts';
import { pythonSite } from '../match/packed.ts';
import { type PythonModule, type PythonName, readModule } from '../python/sdk-names.ts';
import type { ApiMember, ApiPart } from '../types/api.ts';
import { types } from '../types/client.ts';
import './guide.css';

const TABS = [
  { id: 'rules', label: 'Rules' },
  { id: 'api', label: 'API' },
] as const;
type Tab = (typeof TABS)[number]['id'];

/** The guide next to the code: the rules of its game, and the API in its language. */
export default function Guide(props: { game: string; language: PlayerLanguage | undefined }): JSX.Element {
  const { game, language } = props;
  const [tab, setTab] = useState<Tab>('rules');
  return (
    <aside class="guide" aria-label="Rules and API">
      <div class="guide-tabs" role="tablist" aria-label="Rules and API">
        {TABS.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`guide-${id}`}
            class="quiet"
            aria-selected={tab === id}
            aria-controls="guide-page"
            onClick={() => setTab(id)}
          >
            {label}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls can be reached by keyboard */}
      <div class="guide-page" id="guide-page" role="tabpanel" aria-labelledby={`guide-${tab}`} tabIndex={0}>
        {tab === 'rules' ? (
          <Page key={game} name={game} />
        ) : language === 'cpp' ? (
          <Page key="cpp" name="cpp" />
        ) : (
          <Api key={`${game} ${language}`} game={game} language={language} />
        )}
      </div>
    </aside>
  );
}

const UNREACHABLE = 'This page can’t be loaded. Check the network, and open the editor again.';

/** A page made from the documentation when the studio was built. */
function Page({ name }: { name: string }): JSX.Element {
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    pages[name]?.().then(
      (page) => setHtml(page.default),
      () => setHtml(`<p>${UNREACHABLE}</p>`),
    );
  }, [name]);
  if (pages[name] === undefined || html === '') return <p class="hint">This game has no rules page.</p>;
  if (html === undefined) return <p class="hint">Loading …</p>;
  // The HTML is trusted, since it was generated when the studio was built.
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

const partsOf = async (game: string, language: PlayerLanguage | undefined): Promise<readonly ApiPart[]> =>
  language === 'python'
    ? (await pythonSite(BASE, game)).home.sdk.flatMap(({ name, text }) => pythonParts(readModule(name, text)))
    : await types.api(game);

function Api({ game, language }: { game: string; language: PlayerLanguage | undefined }): JSX.Element {
  const [parts, setParts] = useState<readonly ApiPart[] | string>('Loading …');
  useEffect(() => {
    partsOf(game, language).then(setParts, () => setParts(UNREACHABLE));
  }, [game, language]);
  if (typeof parts === 'string') return <p class="hint">{parts}</p>;
  if (parts.length === 0) return <p class="hint">There is no API documentation for {kitOf(game)?.game.title}.</p>;
  return (
    <>
      {parts.map(({ name, about, base, members }) => (
        <section key={name}>
          <h2>{name === '' ? 'Values and types' : name}</h2>
          <About text={about} />
          {base !== undefined && <p>It has all members of {base}.</p>}
          <dl>
            {members.map((member) => (
              <div key={member.signature}>
                <dt>
                  <code>{member.signature}</code>
                </dt>
                <dd>{member.about}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

/** Shows a comment, with its indented lines as code. */
function About({ text }: { text: string }): JSX.Element {
  const blocks = text.split(/\n\s*\n/).filter((block) => block.trim() !== '');
  return (
    <>
      {blocks.map((block) =>
        /^ {2}/.test(block) ? <pre key={block}>{block.replaceAll(/^ {4}/gm, '')}</pre> : <p key={block}>{block}</p>,
      )}
    </>
  );
}

/** The API of a module in Python, classes first. */
function pythonParts({ name, about = '', names, classes }: PythonModule): ApiPart[] {
  const own = names.filter(({ kind }) => kind !== 'class');
  return [
    ...[...classes].map(([label, members]) => ({
      name: `${name}.${label}`,
      about: names.find((each) => each.label === label)?.about ?? '',
      members: members.map(memberOf),
    })),
    ...(own.length > 0 ? [{ name, about, members: own.map(memberOf) }] : []),
  ];
}

const memberOf = ({ label, signature = '', about = '' }: PythonName): ApiMember => ({
  signature: label + signature,
  about,
});
