import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import type { Manifest } from './manifests.js';

/**
 * Overlays as a cluster would receive them. `read` implements the parts of kustomize that our files use and refuses the rest, so
 * that the tests also run on a machine without Kubernetes' tools; where there is a `kubectl`, its rendering is tested as well.
 */

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

interface Kustomization {
  apiVersion: string;
  kind: string;
  namespace?: string;
  resources?: string[];
  configMapGenerator?: { name: string; behavior?: string; literals: string[] }[];
  images?: { name: string; newName?: string; newTag: string }[];
  patches?: { target: { kind: string; name?: string }; patch: string }[];
}

const known = ['apiVersion', 'kind', 'namespace', 'resources', 'configMapGenerator', 'images', 'patches'];

/** Like kustomize, which reads YAML 1.1, where 0440 is octal. */
const readYaml = <Value>(text: string): Value => parse(text, { version: '1.1' }) as Value;

const documentsOf = (text: string): Manifest[] =>
  parseAllDocuments(text, { version: '1.1', uniqueKeys: true }).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Manifest;
  });

const clusterWide = new Set(['Namespace']);

/** A folder's manifests, with what its kustomization.yaml adds and patches. */
function load(folder: string): Manifest[] {
  const file = join(folder, 'kustomization.yaml');
  const kustomization = readYaml<Kustomization>(readFileSync(file, 'utf8'));
  const unknown = Object.keys(kustomization).filter((field) => !known.includes(field));
  if (unknown.length > 0) throw new Error(`${file}: this reader does not know ${unknown.join(', ')}`);
  const manifests = (kustomization.resources ?? []).flatMap((resource) => {
    const path = join(folder, resource);
    return statSync(path).isDirectory() ? load(path) : documentsOf(readFileSync(path, 'utf8'));
  });
  for (const generator of kustomization.configMapGenerator ?? []) addConfigMap(manifests, generator);
  for (const { target, patch } of kustomization.patches ?? []) {
    const patched = manifests.filter(
      ({ kind, metadata }) => kind === target.kind && new RegExp(`^(?:${target.name ?? '.*'})$`).test(metadata.name),
    );
    if (patched.length === 0) throw new Error(`${file}: a patch finds no ${target.kind} ${target.name ?? ''}`);
    for (const manifest of patched) apply(manifest, patch);
  }
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
): void {
  const { name, behavior = 'create', literals } = generator;
  const data = Object.fromEntries(
    literals.map((literal) => {
      const at = literal.indexOf('=');
      return [literal.slice(0, at), literal.slice(at + 1)];
    }),
  );
  const there = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
  if (behavior === 'merge' && there) there.data = { ...there.data, ...data };
  else manifests.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
}

/** Applies a JSON patch (RFC 6902) that holds only replacements. */
function apply(manifest: Manifest, patch: string): void {
  for (const { op, path, value } of readYaml<{ op: string; path: string; value: unknown }[]>(patch)) {
    const steps = path.split('/').slice(1);
    const last = steps.pop()!;
    let at = manifest as unknown as Record<string, unknown>;
    for (const step of steps) at = at[step] as Record<string, unknown>;
    if (op !== 'replace' || at?.[last] === undefined) throw new Error(`${manifest.kind}: cannot ${op} ${path}`);
    at[last] = value;
  }
}

/** The content hash that kustomize appends to a generated name. */
const contentHash = /^(site)-[a-z0-9]{10}$/;

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

export const read = (overlay: string): Manifest[] => inOrder(load(join(root, 'overlays', overlay)));

export const askKubectl = (overlay: string): Manifest[] => {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(root, 'overlays', overlay)], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(stderr);
  return inOrder(withoutHashes(documentsOf(stdout)));
};

export const haveKubectl = spawnSync('kubectl', ['kustomize', '--help'], { stdio: 'ignore' }).status === 0;

export const overlays = ['local', 'production'] as const;
