import type { PythonModule, PythonName } from '../python/sdk-names.ts';
import type { ApiMember, ApiPart } from '../types/api.ts';

/** The API of a module in Python, classes first. */
export function pythonParts({ name, about = '', names, classes }: PythonModule): ApiPart[] {
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
