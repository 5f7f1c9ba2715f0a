import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Viewer } from '../player/state.ts';

export interface PartProps {
  readonly viewer: Viewer;
  /** Renders a board of a match. */
  readonly picture?: (viewer: Viewer) => ComponentChildren;
}
type PartComponent = ComponentType<PartProps>;

/** Renders a part of the viewer that is loaded at first use. */
export function Part({ load, name, ...props }: PartProps & { load(): Promise<PartComponent>; name: string }) {
  const [Loaded, setLoaded] = useState<{ readonly it: PartComponent | undefined }>();
  useEffect(() => {
    let gone = false;
    load().then(
      (it) => gone || setLoaded({ it }),
      () => gone || setLoaded({ it: undefined }),
    );
    return () => {
      gone = true;
    };
  }, [load]);
  if (Loaded === undefined) return <p class="dim hint">The {name} come …</p>;
  if (Loaded.it === undefined) return <p class="dim hint">The {name} can’t be loaded. Is the server still running?</p>;
  return <Loaded.it {...props} />;
}
