import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

/**
 * Resources of operators: their API servers know the schemas, tests don't. Only fields below are accepted, each with the
 * type of the operator's definition: add one after reading its reference.
 */

const text = z.string().min(1);
const object = z.strictObject;
const full = z.int().min(0);
const quantity = z.string().regex(/^\d+(\.\d+)?(m|Ki|Mi|Gi|Ti)?$/);
const duration = z
  .string()
  .regex(/^(\d+h)?(\d+m)?(\d+s)?$/)
  .min(1);
const labels = object({ matchLabels: z.record(text, text) });
const resources = object({ cpu: quantity.optional(), memory: quantity.optional() });

const certificate = object({
  isCA: z.boolean().optional(),
  commonName: z.string().max(64).optional(),
  secretName: text,
  uris: z.array(z.url()).optional(),
  dnsNames: z.array(text).optional(),
  duration,
  renewBefore: duration.optional(),
  privateKey: object({
    algorithm: z.enum(['RSA', 'ECDSA', 'Ed25519']),
    size: z.literal([256, 384, 521]),
    rotationPolicy: z.enum(['Never', 'Always']),
  }),
  usages: z.array(z.enum(['cert sign', 'crl sign', 'digital signature', 'server auth', 'client auth'])),
  issuerRef: object({ kind: z.enum(['Issuer', 'ClusterIssuer']), name: text }),
});

const endpoint = object({ port: text, interval: duration, honorLabels: z.boolean().optional() });

const annotations = z.record(text, text);
const recorded = object({ record: text, expr: text, labels: annotations.optional() });
const alert = object({ alert: text, expr: text, for: duration.optional(), labels: annotations, annotations });
const rules = object({
  groups: z.array(object({ name: text, interval: duration.optional(), rules: z.array(z.union([recorded, alert])) })),
});

const listener = object({
  name: text,
  port: full,
  protocol: z.enum(['HTTP', 'HTTPS', 'TLS', 'TCP', 'UDP']),
  hostname: text,
  tls: object({
    mode: z.enum(['Terminate', 'Passthrough']),
    certificateRefs: z.array(object({ name: text })),
  }).optional(),
});
const route = object({
  parentRefs: z.array(object({ name: text, sectionName: text })),
  hostnames: z.array(text),
  rules: z.array(
    object({
      backendRefs: z.array(object({ name: text, port: full })).optional(),
      filters: z
        .array(
          object({
            type: z.literal('RequestRedirect'),
            requestRedirect: object({ scheme: z.enum(['http', 'https']), statusCode: z.literal([301, 302]) }),
          }),
        )
        .optional(),
    }),
  ),
});

const scaledObject = object({
  scaleTargetRef: object({ apiVersion: text, kind: text, name: text }),
  pollingInterval: full,
  minReplicaCount: full,
  maxReplicaCount: full,
  fallback: object({ failureThreshold: full, replicas: full }),
  advanced: object({
    horizontalPodAutoscalerConfig: object({
      behavior: object({ scaleDown: object({ stabilizationWindowSeconds: full.max(3_600) }) }),
    }),
  }),
  triggers: z.array(
    object({
      type: z.literal('prometheus'),
      // KEDA reads every value as text.
      metadata: object({
        serverAddress: z.url(),
        query: text,
        threshold: z.string().regex(/^\d+$/),
        ignoreNullValues: z.enum(['true', 'false']),
      }),
    }),
  ),
});

const cluster = object({
  instances: full.min(1),
  postgresql: object({
    synchronous: object({
      method: z.enum(['any', 'first']),
      number: full,
      dataDurability: z.enum(['required', 'preferred']),
      failoverQuorum: z.boolean(),
    }),
    parameters: z.record(text, text),
  }),
  failoverDelay: full,
  bootstrap: object({
    initdb: object({
      database: text,
      owner: text,
      encoding: text,
      localeCollate: text,
      localeCType: text,
      dataChecksums: z.boolean(),
      postInitApplicationSQLRefs: object({ secretRefs: z.array(object({ name: text, key: text })) }),
    }),
  }),
  affinity: object({
    enablePodAntiAffinity: z.boolean(),
    podAntiAffinityType: z.enum(['preferred', 'required']),
    topologyKey: text,
  }),
  topologySpreadConstraints: z.array(
    object({
      topologyKey: text,
      maxSkew: full.min(1),
      whenUnsatisfiable: z.enum(['DoNotSchedule', 'ScheduleAnyway']),
      labelSelector: labels,
    }),
  ),
  storage: object({ size: quantity }),
  walStorage: object({ size: quantity }),
  resources: object({ requests: resources, limits: resources }),
});

const specs: Record<string, z.ZodType> = {
  'cert-manager.io/v1 Certificate': certificate,
  'cert-manager.io/v1 Issuer': z.union([
    object({ selfSigned: object({}) }),
    object({ ca: object({ secretName: text }) }),
  ]),
  'gateway.envoyproxy.io/v1alpha1 SecurityPolicy': object({
    targetRefs: z.array(object({ group: text, kind: z.enum(['Gateway', 'HTTPRoute']), name: text })),
    authorization: object({
      defaultAction: z.enum(['Allow', 'Deny']),
      rules: z.array(
        object({
          name: text,
          action: z.enum(['Allow', 'Deny']),
          principal: object({ clientCIDRs: z.array(z.union([z.cidrv4(), z.cidrv6()])) }),
        }),
      ),
    }),
  }),
  'gateway.networking.k8s.io/v1 Gateway': object({ gatewayClassName: text, listeners: z.array(listener) }),
  'gateway.networking.k8s.io/v1 HTTPRoute': route,
  'keda.sh/v1alpha1 ScaledObject': scaledObject,
  'monitoring.coreos.com/v1 PodMonitor': object({ selector: labels, podMetricsEndpoints: z.array(endpoint) }),
  'monitoring.coreos.com/v1 PrometheusRule': rules,
  'monitoring.coreos.com/v1 ServiceMonitor': object({ selector: labels, endpoints: z.array(endpoint) }),
  'postgresql.cnpg.io/v1 Cluster': cluster,
};

/** Of Kubernetes itself, which `complete-installation.test.ts` lists, and of kustomize. */
const isBuiltIn =
  /^(v1|apps\/v1|batch\/v1|policy\/v1|autoscaling\/v2|(networking|scheduling|rbac\.\w+)\.k8s\.io\/v1|kustomize\..+)$/;

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: unknown;
}
const found = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml') && !file.startsWith('monitoring/'))
  .flatMap((file) => parseAllDocuments(readFileSync(join(import.meta.dirname, file), 'utf8')))
  .map((document) => document.toJS() as Resource)
  .filter(({ apiVersion }) => !isBuiltIn.test(apiVersion))
  // The documentation makes it of the file that Prometheus reads.
  .concat({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'alerts' },
    spec: parse(readFileSync(join(import.meta.dirname, 'monitoring/alerts.yaml'), 'utf8')),
  });

it('every custom resource has a schema, and every schema a resource', () => {
  const types = new Set(found.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`));
  expect([...types].sort()).toEqual(Object.keys(specs).sort());
});

it.each(found.map(({ metadata, ...rest }) => ({ ...rest, name: metadata.name })))(
  'the $kind $name has only fields of its definition',
  ({ apiVersion, kind, spec }) => {
    const { error } = specs[`${apiVersion} ${kind}`]!.safeParse(spec);
    expect(error?.issues ?? []).toEqual([]);
  },
);

it('a misspelled field and a wrong type are found', () => {
  const monitor = { selector: { matchLabels: { a: 'b' } }, endpoints: [{ port: 'metrics', interval: '15s' }] };
  const accepts = (changes: object) =>
    specs['monitoring.coreos.com/v1 ServiceMonitor']!.safeParse({ ...monitor, ...changes }).success;
  expect([accepts({}), accepts({ endpoint: [] }), accepts({ endpoints: [{ port: 9_113, interval: '15s' }] })]).toEqual([
    true,
    false,
    false,
  ]);
});
