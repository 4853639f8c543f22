import { installation } from '../testing/overlay-cases.js';
import { selects } from '../testing/manifests.js';
import { runKubectl, haveKubectl, read } from '../testing/render.js';

const secondRegion = '../experimental/second-region';
const renderers = [['our reader', read] as const, ...(haveKubectl ? [['kubectl', runKubectl] as const] : [])];

if (haveKubectl)
  it('renders the second region like kubectl', () => expect(read(secondRegion)).toEqual(runKubectl(secondRegion)));

describe.each(renderers)('second region, as read by %s', (_by, render) => {
  const { deployments, workloads, ofKind, manifests } = installation(render(secondRegion));
  const first = installation(render('production'));

  it('runs processes that serve reads, and none that write, migrate, send or back up', () => {
    const serving = ['content', 'gateway', 'submissions', 'weather-proxy', 'web'];
    expect(workloads.map(({ name }) => name).sort()).toEqual(serving);
    expect(ofKind('PodDisruptionBudget').map(({ metadata }) => metadata.name)).toEqual(serving);
    expect(ofKind('PersistentVolumeClaim')).toEqual([]);
  });

  it('runs them like the first region', () => {
    for (const { name, spec } of deployments) expect(spec).toEqual(first.deployment(name).spec);
  });

  it('keeps every name that the gateway resolves', () => {
    const names = (all: typeof manifests) =>
      all.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
    expect(names(manifests)).toEqual(names(first.manifests));
  });

  it('forwards to the first region only from nginx, to an address other than the public one', () => {
    const { data = {} } = ofKind('ConfigMap').find(({ metadata }) => metadata.name === 'site')!;
    expect(data['FIRST_REGION']).toMatch(/^https:/);
    expect(data['FIRST_REGION']).not.toBe(data['PUBLIC_URL']);
    expect(first.ofKind('ConfigMap')[0]!.data).not.toHaveProperty('FIRST_REGION');
    const { spec } = ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === 'to-first-region')!;
    const handing = deployments.filter(({ pod }) => selects(spec!.podSelector!, pod.metadata.labels));
    expect(handing.map(({ name }) => name)).toEqual(['web']);
    for (const { to } of spec!.egress!)
      for (const { ipBlock } of to!) expect(ipBlock!.except!.length).toBeGreaterThan(1);
  });
});
