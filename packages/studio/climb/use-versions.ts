import { useEffect, useState } from 'preact/hooks';
import { keptResults } from '../app/history.ts';
import { type BotVersion, versionsOf } from '../data/versions.ts';

/** A bot's versions, read again after each new result. */
export function useVersions(game: string, name: string): readonly BotVersion[] {
  const [versions, setVersions] = useState<readonly BotVersion[]>([]);
  const { value: kept } = keptResults;
  useEffect(() => {
    let isWanted = true;
    void versionsOf(game, name).then((read) => isWanted && setVersions(read));
    return () => {
      isWanted = false;
    };
  }, [game, name, kept]);
  return versions;
}
