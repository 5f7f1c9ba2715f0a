import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { handOf } from '../app/hand.ts';
import { BUILTIN_BOARDS, seedBoard } from '../data/boards.ts';
import { KITS, kitOf } from '../games/kits.ts';
import { viewOf } from '../games/views.ts';
import { typedCode } from '../rooms/code.ts';
import type { RoomOrder } from '../rooms/messages.ts';
import { keepOrder, keptOrder } from '../rooms/tab-storage.ts';
import { words } from '../words/words.ts';
import { LanguageChoice } from './language.tsx';
import { name, open, problem } from './state.ts';

const PLAYABLE = KITS.filter(({ game }) => viewOf(game.id) && handOf(game.id));

/** The first page: the visitor enters the four letters of a room, or opens a new room. */
export function Door(): JSX.Element {
  const [chosen, setChosen] = useState(keptOrder);
  return (
    <main class="room-card">
      <h1>{words.value.title}</h1>
      {chosen ? (
        <ChosenForm
          order={chosen}
          onOther={() => {
            keepOrder(undefined);
            setChosen(undefined);
          }}
        />
      ) : (
        <>
          <EnterForm />
          <OpenForm />
        </>
      )}
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <LanguageChoice />
    </main>
  );
}

/** Opens a room for the match chosen in the studio. */
function ChosenForm({ order, onOther }: { order: RoomOrder; onOther(): void }): JSX.Element {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void open(order);
      }}
    >
      <h2>
        {kitOf(order.game)?.game.title} · {order.boardName}
      </h2>
      <p class="hint">{words.value.waysIn(order.bots.length)}</p>
      <NameField />
      <button type="submit" class="play">
        {words.value.open}
      </button>
      <button type="button" class="quiet" onClick={onOther}>
        {words.value.otherRoom}
      </button>
    </form>
  );
}

function EnterForm(): JSX.Element {
  const [letters, setLetters] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const code = typedCode(letters);
        if (code) location.hash = code;
        else problem.value = words.value.wrongLetters;
      }}
    >
      <h2>{words.value.friendHas}</h2>
      <label>
        {words.value.letters}
        <input
          class="letters-field"
          value={letters}
          maxLength={8}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          onInput={(event) => setLetters(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="play">
        {words.value.enter}
      </button>
    </form>
  );
}

function OpenForm(): JSX.Element {
  const [game, setGame] = useState(PLAYABLE[0].game.id);
  const [board, setBoard] = useState('');
  const boards = boardsOf(game);
  const chosen = boards.find((each) => each.name === board) ?? boards[0];
  const openIt = () => {
    const kit = kitOf(game)!;
    const read = kit.game.readBoard(chosen.text);
    if (!read.ok) return;
    const { filler = kit.partners.sparring } = kit.partners;
    const bots = Array.from({ length: kit.game.seatsOf(read.value) }, () => filler);
    void open({ game, board: chosen.text, boardName: chosen.name, bots });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        openIt();
      }}
    >
      <h2>{words.value.open}</h2>
      <fieldset class="games">
        <legend>{words.value.game}</legend>
        {PLAYABLE.map(({ game: { id, title } }) => (
          <label key={id} class="game">
            <input type="radio" name="game" checked={game === id} onChange={() => setGame(id)} />
            <span style={{ background: viewOf(id)?.banner ?? '#3b4252' }}>{title}</span>
          </label>
        ))}
      </fieldset>
      {boards.length > 1 && (
        <label>
          {words.value.board}
          <select value={chosen.name} onChange={(event) => setBoard(event.currentTarget.value)}>
            {boards.map((each) => (
              <option key={each.name} value={each.name}>
                {each.isGenerated ? words.value.generated : each.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <NameField />
      <button type="submit" class="play">
        {words.value.open}
      </button>
    </form>
  );
}

/** A generated board gets a new seed each time the page is opened. */
const SEED = Math.floor(Math.random() * 1_000_000);

function boardsOf(game: string) {
  const files = BUILTIN_BOARDS.filter((each) => each.game === game).map((each) => ({ ...each, isGenerated: false }));
  const generated = seedBoard(game, SEED);
  return generated ? [...files, { ...generated, name: 'generated', isGenerated: true }] : files;
}

export function NameField(): JSX.Element {
  return (
    <label>
      {words.value.yourName}
      <input
        value={name.value}
        maxLength={16}
        autocomplete="nickname"
        onInput={(event) => {
          name.value = event.currentTarget.value;
        }}
      />
    </label>
  );
}
