import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { globalCompletion, localCompletionSource, python } from '@codemirror/lang-python';
import { indentUnit } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import inC from '@ludus/runtime/cpython/engine/ludus.c?raw';
import frozen from '@ludus/runtime/cpython/engine/modules.txt?raw';
import type { OwnFile } from '../match/files.ts';
import type { PythonSite } from '../match/packed.ts';
import { completionsAt, type KnownModules, nameAt } from './completions.ts';
import { libraryNames, type PythonName, readModule } from './sdk-names.ts';

/**
 * Python's grammar, completion, and documentation of names. Names come from the game's SDK, the player's other files,
 * and the engine's library. CodeMirror knows the builtins and the file's definitions.
 */
export async function pythonEditing(site: Promise<PythonSite>, files: () => readonly OwnFile[]): Promise<Extension> {
  // Without a network connection, there is no SDK to read, and no completion.
  const sdk = await site.then(
    ({ home }) => home.sdk,
    () => [],
  );
  const read = sdk.map(({ name, text }) => readModule(name, text));
  const importable = libraryNames(frozen, inC);
  const known = (): KnownModules => ({
    modules: [...read, ...files().map(({ name, text }) => readModule(name, text))],
    importable,
  });
  const source = (context: CompletionContext): CompletionResult | null => {
    const found = completionsAt(context.state.doc.toString(), context.pos, known());
    if (found === undefined || (found.from === context.pos && !context.explicit && !found.isMember)) return null;
    return { from: found.from, options: found.names.map(optionOf), validFor: /^\w*$/ };
  };
  // After a dot or in an import, only these names are useful.
  const otherwise =
    (other: typeof globalCompletion) =>
    (context: CompletionContext): ReturnType<typeof globalCompletion> =>
      completionsAt(context.state.doc.toString(), context.pos, known()) ? null : other(context);
  return [
    python().language,
    indentUnit.of('    '),
    autocompletion({ override: [source, otherwise(localCompletionSource), otherwise(globalCompletion)] }),
    hoverTooltip((view, at) => {
      const found = nameAt(view.state.doc.toString(), at, known());
      if (found === undefined) return null;
      return {
        pos: found.from,
        end: found.to,
        create() {
          const dom = document.createElement('div');
          dom.className = 'hover';
          const { label, signature = '', about } = found.name;
          dom.textContent = about === undefined ? label + signature : `${label}${signature}\n\n${about}`;
          return { dom };
        },
      };
    }),
  ];
}

const optionOf = ({ label, kind, signature, about }: PythonName): Completion => ({
  label,
  type: kind,
  ...(signature !== undefined && { detail: signature }),
  ...(about !== undefined && { info: about }),
});
