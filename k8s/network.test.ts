import { cases, installation, services, withDatabase } from './testing/overlay-cases.js';
import { selects } from './testing/manifests.js';

/** Allowed connections between pods. */

describe.each(cases)('the network of the $overlay overlay, as read by $by', ({ overlay, render }) => {
  const { workloads, ofKind } = installation(render(overlay));

  const policies = ofKind('NetworkPolicy').map(({ spec }) => spec!);
  const labelsOf = (name: string) => workloads.find((workload) => workload.name === name)!.pod.metadata.labels;

  /** Whether policies let `from` connect to `to`; both sides must allow it. */
  const mayReach = (from: string, to: string, port: number): boolean => {
    const rulesOf = (side: 'ingress' | 'egress', name: string) =>
      policies
        .filter(({ podSelector }) => selects(podSelector!, labelsOf(name)))
        .flatMap((policy) => policy[side] ?? []);
    const allows = (
      rule: { ports?: { port: number }[] },
      peers: { podSelector?: object; ipBlock?: object; namespaceSelector?: object }[] | undefined,
      peer: string,
    ) =>
      (rule.ports ?? []).some((candidate) => candidate.port === port) &&
      (peers === undefined ||
        peers.some(
          ({ podSelector, namespaceSelector }) =>
            podSelector && !namespaceSelector && selects(podSelector, labelsOf(peer)),
        ));
    return (
      rulesOf('egress', from).some((rule) => allows(rule, rule.to, to)) &&
      rulesOf('ingress', to).some((rule) => allows(rule, rule.from, from))
    );
  };

  it('denies all connections by default', () => {
    expect(policies).toContainEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('allows exactly the documented connections between our processes', () => {
    const ports = [8080, 50051];
    const edges = services.flatMap((from) =>
      services.flatMap((to) =>
        ports.filter((port) => from !== to && mayReach(from, to, port)).map((port) => `${from} → ${to}:${port}`),
      ),
    );
    expect(edges.sort()).toEqual(
      [
        'web → gateway:8080',
        ...['auth', 'content', 'submissions', 'weather-proxy', 'notifications'].map(
          (name) => `gateway → ${name}:50051`,
        ),
        'notifications → weather-proxy:50051',
        'worker → auth:50051',
        'worker → content:50051',
        'worker → notifications:50051',
        'picture-worker → content:50051',
      ].sort(),
    );
  });

  if (overlay === 'local')
    it('admits only their clients to Postgres, Redis and the object store', () => {
      const reaching = (to: string, port: number) => services.filter((from) => mayReach(from, to, port));
      expect(reaching('postgres', 5432)).toEqual(withDatabase);
      expect(reaching('redis', 6379)).toEqual([
        'auth',
        'content',
        'gateway',
        'picture-worker',
        'submissions',
        'worker',
      ]);
      expect(reaching('object-store', 9000)).toEqual(['gateway', 'picture-worker', 'submissions', 'weather-proxy']);
    });

  it('gives only the weather proxy and the senders internet access, and no access to private addresses that way', () => {
    const outward = policies.flatMap(({ podSelector, egress = [] }) =>
      egress.flatMap((rule) =>
        (rule.to ?? []).flatMap(({ ipBlock }) =>
          // NodeLocal DNSCache, on the node itself.
          ipBlock && ipBlock.cidr !== '169.254.20.10/32'
            ? [{ podSelector: podSelector!, ipBlock, ports: rule.ports! }]
            : [],
        ),
      ),
    );
    for (const { ipBlock } of outward)
      expect(ipBlock.except).toEqual(
        expect.arrayContaining(
          ipBlock.cidr === '0.0.0.0/0'
            ? ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']
            : ['fc00::/7', 'fe80::/10'],
        ),
      );
    const leaving = (port: number) =>
      services.filter((name) =>
        outward.some(
          (rule) =>
            selects(rule.podSelector, labelsOf(name)) && rule.ports.some((candidate) => candidate.port === port),
        ),
      );
    // Production uses a managed object store outside the cluster.
    const withStore = overlay !== 'local' ? ['gateway', 'picture-worker', 'submissions'] : [];
    expect(leaving(443)).toEqual([...withStore, 'notifications-sender', 'weather-proxy'].sort());
    expect(leaving(587)).toEqual(['notifications-sender', 'worker']);
    expect(leaving(80)).toEqual([]);
  });

  it('lets every pod resolve names, also with NodeLocal DNSCache', () => {
    const [names] = policies.filter(({ egress = [] }) =>
      egress.some(({ to = [] }) => to.some(({ ipBlock }) => ipBlock?.cidr === '169.254.20.10/32')),
    );
    expect([names!.podSelector, names!.egress!.flatMap(({ ports }) => ports!.map(({ port }) => port))]).toEqual([
      {},
      [53, 53],
    ]);
  });

  if (overlay !== 'local')
    it("admits visitors and certificate challenges only from the Gateway's proxies", () => {
      const proxies = [
        { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'envoy-gateway-system' } } },
        { podSelector: { matchLabels: { 'gateway.networking.k8s.io/gateway-name': 'web' } } },
      ];
      const admitted = (labels: Record<string, string>) =>
        policies
          .filter(({ podSelector }) => podSelector!.matchLabels && selects(podSelector!, labels))
          .flatMap(({ ingress = [] }) => ingress)
          .filter(({ ports }) => !ports!.some(({ port }) => port === 9464));
      expect(admitted(labelsOf('web'))).toEqual([{ from: proxies, ports: [{ protocol: 'TCP', port: 8080 }] }]);
      expect(admitted({ 'acme.cert-manager.io/http01-solver': 'true' })).toEqual([
        { from: proxies, ports: [{ protocol: 'TCP', port: 8089 }] },
      ]);
    });

  it('exposes metrics only to monitoring', () => {
    const opening = policies.flatMap(({ ingress = [] }) =>
      ingress.filter(({ ports }) => ports?.some(({ port }) => port === 9464)),
    );
    expect(opening.map(({ from }) => from)).toEqual([
      [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
    ]);
  });
});
