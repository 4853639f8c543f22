import type { Container, Manifest, PodTemplate } from './manifests.js';
import { runKubectl, components, haveKubectl, overlays, read } from './render.js';

export const services = [
  'auth',
  'content',
  'gateway',
  'notifications',
  'notifications-sender',
  'picture-worker',
  'submissions',
  'weather-proxy',
  'web',
  'worker',
];
export const withDatabase = [
  'auth',
  'content',
  'notifications',
  'notifications-sender',
  'picture-worker',
  'submissions',
  'weather-proxy',
  'worker',
];

const renderers = [['our reader', read] as const, ...(haveKubectl ? [['kubectl', runKubectl] as const] : [])];
export const cases = renderers.flatMap(([by, render]) => overlays.map((overlay) => ({ by, overlay, render })));

/** Production with each component, and with all. */
export const extensions = renderers.flatMap(([by, render]) =>
  [...components.map((name) => [name]), [...components]].map((added) => ({
    by,
    added,
    render: () => render('production', added),
  })),
);

/** Workloads with pods. */
export interface Workload {
  kind: string;
  name: string;
  pod: PodTemplate;
  spec: NonNullable<Manifest['spec']>;
}

/** The workload's main container. */
export const mainOf = ({ pod }: Workload): Container => pod.spec.containers[0]!;

export const isProjectImage = ({ image }: Container) => image.includes('arkansas-weather/');

/** Returns names, for readable failures. */
export const breaking = <Item>(items: Item[], name: (item: Item) => string, isValid: (item: Item) => boolean) =>
  items.filter((item) => !isValid(item)).map(name);

/** Converts to MiB. */
export const mebibytes = (quantity: string): number => {
  const [, number = '', unit = ''] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(number) * (unit === 'Gi' ? 1024 : 1);
};

/** Converts to thousandths of a CPU. */
export const millicores = (quantity: string): number =>
  quantity.endsWith('m') ? Number(quantity.slice(0, -1)) : Number(quantity) * 1_000;

const workloadsOf = (manifests: Manifest[]) =>
  manifests.flatMap(({ kind, metadata, spec }): Workload[] => {
    const pod = spec?.template ?? spec?.jobTemplate?.spec.template;
    return spec && pod ? [{ kind, name: metadata.name, pod, spec }] : [];
  });

/** Stores, and Jobs that a rollout waits for. */
export const prerequisites = (manifests: Manifest[]): Workload[] =>
  workloadsOf(
    manifests.filter(
      ({ kind, metadata }) => kind === 'StatefulSet' || metadata.labels?.['arkansas-weather/roll-out'] === 'first',
    ),
  );

export function installation(manifests: Manifest[]) {
  const workloads = workloadsOf(manifests);
  const deployments = workloads.filter(({ kind }) => kind === 'Deployment');
  return {
    manifests,
    workloads,
    deployments,
    containers: workloads.flatMap((workload) =>
      [...(workload.pod.spec.initContainers ?? []), ...workload.pod.spec.containers].map((container) => ({
        container,
        name: `${workload.name}/${container.name}`,
      })),
    ),
    ofKind: (kind: string) => manifests.filter((manifest) => manifest.kind === kind),
    deployment: (name: string) => deployments.find((candidate) => candidate.name === name)!,
  };
}
