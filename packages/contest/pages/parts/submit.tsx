import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Contest } from '../../api/contest.ts';
import type { Bytes } from '../../api/routes.ts';
import { SUBMISSION_BYTES, type Submission } from '../../api/submissions.ts';
import { endingsOf, languageOf } from '../../words.ts';
import { ask, problemOf } from '../data/ask.ts';
import { likelyEnding } from '../data/likely-ending.ts';
import { t } from '../i18n/messages.ts';
import { sentence } from './problem.tsx';

/** A form to drop or choose a file, or to paste code. */
export function Submit(props: {
  contest: Contest;
  onSent(submission: Submission): void;
  /** Whether the form is less prominent, because there is already a submission. */
  small?: boolean;
}): JSX.Element {
  const { contest } = props;
  const id = useId();
  const [over, setOver] = useState(false);
  const [pasting, setPasting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [same, setSame] = useState<Submission>();
  const endings = endingsOf(contest.languages);

  const send = async (file: string, bytes: Bytes) => {
    setBusy(true);
    setProblem(undefined);
    setSame(undefined);
    try {
      const sent = await ask('submit', { params: { contest: contest.slug }, query: { file }, bytes });
      if (sent.same) setSame(sent.submission);
      else props.onSent(sent.submission);
    } catch (error) {
      setProblem(sentence(problemOf(error)));
    } finally {
      setBusy(false);
    }
  };
  const sendFile = async (file: File | undefined) => {
    if (!file) return;
    const language = languageOf(file.name, contest.languages);
    if (!language || !contest.languages.includes(language)) {
      setProblem(t('submit.ending', { file: file.name, endings: endings.join(' ') }));
      return;
    }
    if (file.size > SUBMISSION_BYTES) {
      setProblem(t('submit.large', { file: file.name }));
      return;
    }
    const name = file.name.replace(/[^\w.+@~-]/g, '_').slice(-100);
    // Sends the unchanged bytes, so that the submission has the same hash as the file.
    await send(name, file);
  };
  return (
    <div class={`submit ${props.small ? 'small' : ''}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for dropping files; the button in it does the same */}
      <div
        class={`drop ${over ? 'over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void sendFile(event.dataTransfer?.files[0]);
        }}
      >
        <p class="drop-words">
          {t('submit.drop')} <span class="hint">{endings.join(' ')}</span>
        </p>
        <div class="drop-ways">
          <label class={`button ${props.small ? '' : 'main'}`} for={id} aria-busy={busy}>
            {t('submit.choose')}
          </label>
          <input
            id={id}
            class="visually-hidden"
            type="file"
            accept={endings.join(',')}
            onChange={(event) => {
              void sendFile(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <button type="button" aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
            {t('submit.paste')}
          </button>
        </div>
      </div>
      {pasting && <Paste endings={endings} onSend={send} busy={busy} />}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {same && (
        <p class="notice" role="status">
          {t('submit.same')}{' '}
          <a href={`/c/${contest.slug}/submissions/${same.number}`}>
            {same.file} #{same.number}
          </a>
        </p>
      )}
    </div>
  );
}

function Paste(props: {
  endings: readonly string[];
  busy: boolean;
  onSend(file: string, text: string): Promise<void>;
}): JSX.Element {
  const id = useId();
  const first = props.endings.find((each) => each !== '.wasm') ?? '.cc';
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState('');
  const name = chosen ?? `Player${likelyEnding(text, props.endings) ?? first}`;
  return (
    <form
      class="paste form"
      onSubmit={(event) => {
        event.preventDefault();
        void props.onSend(name, text);
      }}
    >
      <div class="field">
        <label for={`${id}-name`}>{t('submit.name')}</label>
        <input
          id={`${id}-name`}
          value={name}
          required
          maxLength={100}
          pattern="[\w.+@~\-]+"
          onInput={(event) => setChosen(event.currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for={`${id}-code`}>{t('submit.code')}</label>
        <textarea
          id={`${id}-code`}
          class="code-input"
          rows={10}
          required
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <button type="submit" class="main" aria-busy={props.busy}>
        {t('submit.send')}
      </button>
    </form>
  );
}
