import { describeProblem } from '@ludus/kernel/result.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { PARTS } from '../parts.ts';
import { openFiles, openSecondMatch } from '../player/files.ts';
import { sidesOf } from '../player/sides.ts';
import { showsPanel, type Viewer } from '../player/state.ts';
import { listed } from '../replay/open.ts';
import { Ending } from './ending.tsx';
import { Help } from './help.tsx';
import { Icon, Logo, SeatMark } from './icons.tsx';
import { Inspector } from './inspector.tsx';
import { pressKey, togglePanel } from './keys.ts';
import { Panel } from './panel.tsx';
import { Part } from './part.tsx';
import { Picture, type RendererChoice } from './picture.tsx';
import { Transport } from './transport.tsx';

export interface AppOptions {
  readonly renderer: RendererChoice;
  /** Whether the viewer fills the page: the wheel zooms, keys work wherever the focus is, and files can be opened. */
  readonly page: boolean;
  /** Whether only the board is shown, without controls. Keys work while the board has the focus. */
  readonly bare: boolean;
}

/** The viewer's user interface. */
export function App({ viewer, options }: { viewer: Viewer; options: AppOptions }) {
  const root = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const timeline = viewer.timeline.value;
  const isByHand = viewer.handSeat.value >= 0;
  const { bare } = options;

  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      viewer.width.value = element.clientWidth;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [viewer]);
  useEffect(() => {
    const target = options.page ? document : root.current;
    if (target === null) return;
    const press = (event: Event) => void pressKey(viewer, event as KeyboardEvent);
    target.addEventListener('keydown', press);
    return () => target.removeEventListener('keydown', press);
  }, [viewer, options.page]);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer !== null) void openFiles(viewer, event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped on the whole viewer; the Open button does the same
    <div
      class={`viewer${over ? ' dropping' : ''}${bare ? ' bare' : ''}`}
      data-theme={viewer.theme.value}
      data-game={timeline?.view.id ?? 'none'}
      ref={root}
      tabIndex={bare ? 0 : -1}
      {...(bare && { role: 'group', 'aria-label': 'Match; Space plays and pauses' })}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!root.current?.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      {!bare && <Header viewer={viewer} />}
      <div class="middle">
        <section class="board" aria-label="Board">
          <Picture viewer={viewer} renderer={options.renderer} wheel={options.page} />
          <Problem viewer={viewer} />
          {timeline === undefined ? <Welcome viewer={viewer} bare={bare} /> : <Ending viewer={viewer} />}
          {!bare && !showsPanel(viewer) && viewer.selection.value !== undefined && (
            <div class="floating">
              <Inspector viewer={viewer} />
            </div>
          )}
        </section>
        {timeline !== undefined && viewer.beside.value !== undefined && (
          <Part
            viewer={viewer}
            load={PARTS.beside}
            name="second board"
            picture={(other) => <Picture viewer={other} renderer={options.renderer} wheel={options.page} />}
          />
        )}
        {timeline !== undefined && !bare && showsPanel(viewer) && (!isByHand || viewer.width.value > 1000) && (
          <Panel viewer={viewer} />
        )}
      </div>
      {timeline !== undefined && !isByHand && !bare && <Transport viewer={viewer} />}
      <Spoken viewer={viewer} />
      {viewer.help.value && <Help viewer={viewer} />}
      {viewer.clip.value && <Part viewer={viewer} load={PARTS.clip} name="clips" />}
    </div>
  );
}

function Header({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  const theme = viewer.theme.value;
  const shown = showsPanel(viewer);
  const frame = timeline?.frame(Math.min(viewer.round.value, timeline.last));
  const scores = timeline === undefined ? [] : timeline.view.seats(frame).map((summary) => summary.score);
  return (
    <header class="top">
      <slot name="start" />
      <span class="brand" aria-hidden="true">
        <Logo size={22} />
      </span>
      <h1>{timeline?.view.title ?? 'Ludus viewer'}</h1>
      {timeline !== undefined && (
        <ul class="versus" aria-label="Players">
          {sidesOf(timeline).map((side) => {
            const name = [...new Set(side.map((seat) => timeline.names[seat]))].join(', ');
            return (
              <li key={`${side[0]} ${name}`}>
                {side.map((seat) => (
                  <SeatMark
                    key={seat}
                    path={timeline.view.seatShape(seat)}
                    color={timeline.view.seatColor(seat, theme)}
                    size={12}
                  />
                ))}{' '}
                <span title={name}>{name}</span> {!shown && <b>{scores[side[0]]}</b>}
              </li>
            );
          })}
        </ul>
      )}
      <span class="file-name" title={viewer.fileName.value}>
        {viewer.fileName.value}
      </span>
      <slot name="controls" />
      <FileButton viewer={viewer} label="Open" />
      {timeline !== undefined && !viewer.live.value && <FileButton viewer={viewer} label="Compare" beside />}
      <button
        type="button"
        class="tool"
        aria-label={theme === 'dark' ? 'Light colours' : 'Dark colours'}
        title="Dark or light (I)"
        onClick={() => {
          viewer.theme.value = theme === 'dark' ? 'light' : 'dark';
        }}
      >
        <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
      </button>
      <button
        type="button"
        class="tool"
        aria-label="Help"
        title="Keys and help (?)"
        onClick={() => {
          viewer.help.value = true;
        }}
      >
        <Icon name="help" />
      </button>
      {timeline !== undefined && (
        <button
          type="button"
          class="tool"
          aria-label="Panel"
          aria-expanded={shown}
          title="Show or hide the panel (D)"
          onClick={() => togglePanel(viewer)}
        >
          <Icon name="panel" />
        </button>
      )}
    </header>
  );
}

/** The file extensions of replays. */
const endings = (viewer: Viewer): string[] => [...new Set(viewer.views.map((view) => view.replayExtension))];

function FileButton(props: { viewer: Viewer; label: string; strong?: boolean; beside?: boolean }) {
  const { viewer, label, strong, beside } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class={strong ? 'tool wide strong' : beside ? 'tool comparing' : 'tool wide'}
        aria-label={label}
        title={beside ? 'Compare with another match, side by side' : 'Open a replay'}
        onClick={() => input.current?.click()}
      >
        <Icon name={beside ? 'beside' : 'open'} />
        {!beside && <span class={strong ? '' : 'tool-label'}>{label}</span>}
      </button>
      <input
        ref={input}
        class="hidden"
        type="file"
        multiple={!beside}
        tabIndex={-1}
        aria-label={beside ? 'Replay file to compare with' : 'Replay file'}
        accept={[...endings(viewer), '.gz', '.json', '.txt'].join()}
        onChange={(event) => {
          const { files } = event.currentTarget;
          if (files?.length) void (beside ? openSecondMatch(viewer, files[0]) : openFiles(viewer, files));
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

function Welcome({ viewer, bare }: { viewer: Viewer; bare: boolean }) {
  return (
    <div class="welcome">
      <slot name="waiting">
        <Logo size={72} />
        {!bare && <p class="welcome-big">{viewer.live.value ? 'Waiting for the match …' : 'Drop a replay here'}</p>}
        {!bare && !viewer.live.value && (
          <>
            <p class="dim">
              of {listed(viewer.views.map((view) => view.title))} ({endings(viewer).join(', ')}), packed with gzip or
              not
            </p>
            <FileButton viewer={viewer} label="Choose a file" strong />
          </>
        )}
      </slot>
    </div>
  );
}

function Problem({ viewer }: { viewer: Viewer }) {
  const problem = viewer.problem.value;
  if (problem === undefined) return null;
  const file = viewer.problemFile.value;
  const sameFile = viewer.timeline.value !== undefined && file === viewer.fileName.value;
  return (
    <div class="problem" role="alert">
      <p>
        <b>{sameFile ? `There is a problem with ${file}: ` : `${file} cannot be shown: `}</b>
        {describeProblem(problem)}
        {!sameFile && viewer.timeline.value !== undefined && `. ${viewer.fileName.value} is still shown`}
      </p>
      <button
        type="button"
        class="plain"
        aria-label="Close the message"
        onClick={() => {
          viewer.problem.value = undefined;
        }}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/**
 * A description of the round for users who don't see the board. During playback, the description changes only from time
 * to time.
 */
function Spoken({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  const [text, setText] = useState('');
  const round = viewer.round.value;
  const playing = viewer.playing.value;
  useEffect(() => {
    // The end of a live match is known only after its last text has arrived.
    void viewer.live.value;
    void viewer.analysed.value;
    if (timeline === undefined) return;
    const say = () => {
      const at = Math.min(viewer.round.value, timeline.last);
      const before = at > 0 ? timeline.frame(at - 1) : undefined;
      setText(timeline.view.describe(timeline.frame(at), before, timeline.names));
    };
    if (playing) {
      say();
      const timer = setInterval(say, viewer.live.value ? 1000 : 4000);
      return () => clearInterval(timer);
    }
    const timer = setTimeout(say, 150);
    return () => clearTimeout(timer);
    // During playback, a timer announces the round from time to time.
  }, [viewer, timeline, playing, playing ? 0 : round]);
  return (
    <p class="spoken" aria-live="polite">
      {text}
    </p>
  );
}
