import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import type { Manifest } from './manifests.js';

/**
 * Overlays as a cluster would receive them. `read` implements the parts of kustomize that our files use and rejects
 * others. With `kubectl`, tests check its rendering, too.
 */

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

interface Kustomization {
  apiVersion: string;
  kind: string;
  namespace?: string;
  resources?: string[];
  components?: string[];
  configMapGenerator?: { name: string; behavior?: string; literals?: string[]; files?: string[] }[];
  images?: { name: string; newName?: string; newTag: string }[];
  patches?: { target: { kind: string; name?: string }; patch: string }[];
  replacements?: Replacement[];
}

interface Replacement {
  source: { kind: string; fieldPath: string };
  targets: { select: { kind: string }; fieldPaths: string[] }[];
}

const supportedFields = [
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'components',
  'configMapGenerator',
  'images',
  'patches',
  'replacements',
];

/** kustomize reads YAML 1.1, in which 0440 is octal. */
const readYaml = <Value>(text: string): Value => parse(text, { version: '1.1' }) as Value;

const documentsOf = (text: string): Manifest[] =>
  parseAllDocuments(text, { version: '1.1', uniqueKeys: true }).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Manifest;
  });

export const clusterWide = new Set(['Namespace', 'PriorityClass']);

/** A folder's manifests, patched by its kustomization.yaml; components apply to `baseManifests`. */
function load(folder: string, baseManifests: Manifest[] = []): Manifest[] {
  const file = join(folder, 'kustomization.yaml');
  const kustomization = readYaml<Kustomization>(readFileSync(file, 'utf8'));
  const unknown = Object.keys(kustomization).filter((field) => !supportedFields.includes(field));
  if (unknown.length > 0) throw new Error(`${file}: this reader does not know ${unknown.join(', ')}`);
  const resources = (kustomization.resources ?? []).flatMap((resource) => {
    const path = join(folder, resource);
    return statSync(path).isDirectory() ? load(path) : documentsOf(readFileSync(path, 'utf8'));
  });
  const manifests = (kustomization.components ?? []).reduce(
    (before, component) => load(join(folder, component), before),
    [...baseManifests, ...resources],
  );
  for (const generator of kustomization.configMapGenerator ?? []) addConfigMap(manifests, generator, folder);
  for (const { target, patch } of kustomization.patches ?? []) {
    const patched = manifests.filter(
      ({ kind, metadata }) => kind === target.kind && new RegExp(`^(?:${target.name ?? '.*'})$`).test(metadata.name),
    );
    if (patched.length === 0) throw new Error(`${file}: a patch finds no ${target.kind} ${target.name ?? ''}`);
    if (isDeletion(patch)) for (const manifest of patched) manifests.splice(manifests.indexOf(manifest), 1);
    else for (const manifest of patched) apply(manifest, patch);
  }
  for (const replacement of kustomization.replacements ?? []) replace(manifests, replacement);
  for (const manifest of manifests) {
    if (kustomization.namespace && !clusterWide.has(manifest.kind))
      manifest.metadata.namespace = kustomization.namespace;
    const pod = manifest.spec?.template ?? manifest.spec?.jobTemplate?.spec.template;
    const { containers = [], initContainers = [] } = pod?.spec ?? {};
    for (const container of [...containers, ...initContainers]) {
      const image = kustomization.images?.find(({ name }) => name === container.image);
      if (image) container.image = `${image.newName ?? image.name}:${image.newTag}`;
    }
  }
  return manifests;
}

function addConfigMap(
  manifests: Manifest[],
  generator: NonNullable<Kustomization['configMapGenerator']>[number],
  folder: string,
): void {
  const { name, behavior = 'create', literals = [], files = [] } = generator;
  const data = Object.fromEntries([
    ...literals.map((literal) => {
      const at = literal.indexOf('=');
      return [literal.slice(0, at), literal.slice(at + 1)];
    }),
    ...files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  ]) as Record<string, string>;
  const there = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
  if (behavior === 'merge' && there) there.data = { ...there.data, ...data };
  else manifests.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
}

/** Our only strategic merge patch deletes its target. */
const isDeletion = (patch: string) => (readYaml<{ $patch?: string }>(patch).$patch ?? '') === 'delete';

/** JSON patch (RFC 6902): replace, remove, and add of a member or at a list's end. */
function apply(manifest: Manifest, patch: string): void {
  for (const { op, path, value } of readYaml<{ op: string; path: string; value: unknown }[]>(patch)) {
    const steps = path.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = steps.pop()!;
    let at = manifest as unknown as Record<string, unknown>;
    for (const step of steps.slice(1)) at = at[step] as Record<string, unknown>;
    const isThere = at?.[last] !== undefined;
    if (op === 'add' && Array.isArray(at) && last === '-') at.push(value);
    else if (op === 'remove' && isThere && !Array.isArray(at)) delete at[last];
    else if (op === 'replace' && isThere) at[last] = value;
    else if (op === 'add' && !isThere && !Array.isArray(at)) at[last] = value;
    else throw new Error(`${manifest.kind}: cannot ${op} ${path}`);
  }
}

/** Copies a field of the only manifest of a kind to existing fields of others. */
function replace(manifests: Manifest[], { source, targets }: Replacement): void {
  const [from, ...others] = manifests.filter(({ kind }) => kind === source.kind);
  if (!from || others.length > 0) throw new Error(`a replacement needs exactly one ${source.kind}`);
  const value = stepsOf(source.fieldPath).reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], from);
  for (const { select, fieldPaths } of targets)
    for (const manifest of manifests.filter(({ kind }) => kind === select.kind))
      for (const path of fieldPaths) setExisting(manifest, stepsOf(path), value);
}

/** Names with dots are in brackets. */
const stepsOf = (fieldPath: string) =>
  [...fieldPath.matchAll(/\[([^\]]+)\]|[^.[\]]+/g)].map(([step, inBrackets]) => inBrackets ?? step);

/** `*` matches every item of a list. */
function setExisting(at: object, [step = '', ...rest]: string[], value: unknown): void {
  const fields = at as Record<string, unknown>;
  for (const field of step === '*' ? Object.keys(fields) : [step]) {
    if (fields[field] === undefined) throw new Error(`a replacement finds no ${field}`);
    if (rest.length === 0) fields[field] = value;
    else setExisting(fields[field] as object, rest, value);
  }
}

/** Kustomize appends it to a generated name. */
const contentHash = /^(site|trusted-proxies)-[a-z0-9]{10}$/;

function withoutHashes(manifests: Manifest[]): Manifest[] {
  const text = JSON.stringify(manifests, (key, value: unknown) =>
    key === 'name' && typeof value === 'string' ? value.replace(contentHash, '$1') : value,
  );
  return JSON.parse(text) as Manifest[];
}

const inOrder = (manifests: Manifest[]) =>
  manifests.sort((one, other) =>
    `${one.kind}/${one.metadata.name}`.localeCompare(`${other.kind}/${other.metadata.name}`),
  );

/** Uses an overlay extended by an operator: a copy with these components. */
function extended<Result>(overlay: string, components: string[], use: (folder: string) => Result): Result {
  const original = join(root, 'overlays', overlay);
  if (components.length === 0) return use(original);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'arkansas-weather-overlay-')));
  try {
    const kustomization = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      namespace: 'arkansas-weather',
      resources: [relative(folder, original)],
      components: components.map((name) => relative(folder, join(root, 'experimental', name))),
    };
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const read = (overlay: string, components: string[] = []): Manifest[] =>
  extended(overlay, components, (folder) => inOrder(load(folder)));

export const runKubectl = (overlay: string, components: string[] = []): Manifest[] =>
  extended(overlay, components, (folder) => {
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    if (status !== 0) throw new Error(stderr);
    return inOrder(withoutHashes(documentsOf(stdout)));
  });

export const haveKubectl = spawnSync('kubectl', ['kustomize', '--help'], { stdio: 'ignore' }).status === 0;

export const overlays = ['local', 'production', 'cdn'] as const;

/** Each alone and all together. */
export const components = ['cloudnative-pg', 'ingress', 'keda', 'monitoring'] as const;
