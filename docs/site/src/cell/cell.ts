import { keep, kept } from './browser-storage.ts';
import type { CellNews, CellOrder, CellPlayer } from './messages.ts';

/** Time in milliseconds after which a match's player is stopped if no message arrives. */
const SILENT_MS = 15_000;

/** A player's source code in each language (`ts`, `cpp`, `python`). */
type Sources = Readonly<Record<string, string>>;

/**
 * `<lesson-cell data-game data-lesson data-begin data-above data-base>`: plays the lesson in a worker with the player
 * in the text area, and shows a match that misses the goal. The page contains the initial contents; without scripts,
 * the buttons are disabled.
 */
class LessonCell extends HTMLElement {
  private worker: Worker | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private language: CellPlayer['language'] = 'ts';
  private playing = false;
  /** Number of runs started. */
  private turn = 0;

  connectedCallback(): void {
    const source = this.piece<HTMLTextAreaElement>('textarea');
    const first = JSON.parse(this.dataset.begin ?? '{}') as Record<string, string>;
    const above = JSON.parse(this.dataset.above ?? '{}') as Sources;
    const written: Record<string, string> = {};
    for (const language of Object.keys(first)) {
      const place = this.placeOf(language);
      first[language] = kept('reached', { ...place, lesson: place.lesson - 1 }) ?? first[language];
      written[language] = kept('written', place) ?? first[language];
    }
    source.value = written[this.language];
    const write = (text?: string): void => {
      source.value = text ?? first[this.language];
      keep('written', this.placeOf(this.language), text);
    };
    source.addEventListener('input', () => keep('written', this.placeOf(this.language), source.value));
    for (const control of this.querySelectorAll<HTMLButtonElement | HTMLInputElement>('button, input'))
      control.disabled = false;
    for (const choice of this.querySelectorAll<HTMLInputElement>('input[type=radio]'))
      choice.addEventListener('change', () => {
        written[this.language] = source.value;
        this.language = choice.value as CellPlayer['language'];
        source.value = written[this.language];
      });
    this.piece('[data-play]').addEventListener('click', () => {
      if (this.playing) this.end('Stopped.');
      else void this.compileAndPlay(source.value);
    });
    this.piece('[data-reset]').addEventListener('click', () => write());
    this.piece('[data-use]').addEventListener('click', () => write(above[this.language]));
    // Tab inserts spaces, as in the lessons. Escape followed by Tab moves to the button.
    let leaving = false;
    source.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') leaving = true;
      else if (event.key === 'Tab' && !event.shiftKey && !leaving) {
        event.preventDefault();
        source.setRangeText(
          this.language === 'python' ? '    ' : '  ',
          source.selectionStart,
          source.selectionEnd,
          'end',
        );
        keep('written', this.placeOf(this.language), source.value);
      } else leaving = false;
    });
  }

  disconnectedCallback(): void {
    this.end('');
  }

  private get base(): string {
    return new URL(this.dataset.base ?? './', location.href).href;
  }

  private placeOf(language: string) {
    return { game: this.dataset.game ?? '', lesson: Number(this.dataset.lesson), language };
  }

  private async compileAndPlay(source: string): Promise<void> {
    const place = this.placeOf(this.language);
    const reached = (): void => keep('reached', place, source);
    this.piece('.matches').replaceChildren();
    this.piece('.stage').replaceChildren();
    this.piece('[data-play]').textContent = 'Stop';
    this.say('Playing …');
    this.playing = true;
    this.turn++;
    const { turn, language, base } = this;
    if (language !== 'cpp') {
      this.play({ language, source }, reached);
      return;
    }
    const { compile } = await import('./compile.ts');
    const made = await compile({ base, source }, (sentence) => {
      if (this.turn === turn && this.playing) this.sayFirst(sentence);
    });
    // The user may have stopped the lesson while the player was compiled.
    if (this.turn !== turn || !this.playing) return;
    if (typeof made === 'string') this.end(made);
    else this.play({ language, program: made }, reached);
  }

  private play(player: CellPlayer, reached: () => void): void {
    const { game, lesson } = this.dataset;
    const replays: { readonly text: string; readonly reached: boolean }[] = [];
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.worker = worker;
    this.watch();
    worker.addEventListener('error', (event) => this.end(event.message || 'the lesson could not be played'));
    worker.addEventListener('message', ({ data }: MessageEvent<CellNews>) => {
      this.watch();
      if (data.type === 'step') {
        this.say('Playing …');
        replays.push({ text: data.replay, reached: data.reached });
        this.piece('.matches').append(this.lineOf(data));
        return;
      }
      if (data.type === 'preparing') this.sayFirst(data.sentence);
      else if (data.type === 'problem') this.end(data.message);
      else {
        if (data.reached) reached();
        this.end(data.reached || data.hint === undefined ? data.sentence : `${data.sentence} Hint: ${data.hint}.`);
        const shown = replays.find(({ reached }) => !reached) ?? replays[0];
        void this.show(shown.text);
      }
    });
    worker.postMessage({ game: game!, lesson: Number(lesson), player, base: this.base } satisfies CellOrder);
  }

  /** A match as a list item, with a button that shows it. */
  private lineOf({ where, reached, found, replay }: CellNews & { readonly type: 'step' }): HTMLLIElement {
    const line = document.createElement('li');
    const mark = document.createElement('strong');
    mark.textContent = reached ? 'yes' : 'no';
    const show = document.createElement('button');
    show.type = 'button';
    show.textContent = 'Watch';
    show.setAttribute('aria-label', `Watch the match on ${where}`);
    show.addEventListener('click', () => void this.show(replay));
    line.append(mark, ` ${where}: ${found} `, show);
    return line;
  }

  private async show(replay: string): Promise<void> {
    const { viewerWith } = await import('./viewer.ts');
    const stage = this.piece('.stage');
    const theme = document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
    let viewer = stage.querySelector('ludus-viewer');
    if (!viewer) {
      viewer = viewerWith(theme);
      stage.replaceChildren(viewer);
    }
    await (viewer as HTMLElement & { load(text: string, name: string): Promise<unknown> }).load(replay, 'lesson');
    (viewer as HTMLElement & { play(): void }).play();
  }

  /** Waits for the worker's next message. */
  private watch(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end('The player was stopped because it did not answer.'), SILENT_MS);
  }

  private end(sentence: string): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = undefined;
    this.playing = false;
    this.piece('[data-play]').textContent = 'Play the lesson';
    this.say(sentence);
  }

  private sayFirst(sentence: string): void {
    this.say(`Playing. First step: ${sentence} …`);
  }

  private say(sentence: string): void {
    this.piece('.outcome').textContent = sentence;
  }

  private piece<E extends Element = HTMLElement>(selector: string): E {
    return this.querySelector<E>(selector)!;
  }
}

customElements.define('lesson-cell', LessonCell);
