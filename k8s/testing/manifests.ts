/** The tested parts of a manifest. */

export interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

export interface Probe {
  httpGet?: { path: string; port: string };
  exec?: { command: string[] };
  periodSeconds?: number;
  failureThreshold?: number;
}

export interface Container {
  name: string;
  image: string;
  /** `Always` makes an init container a sidecar. */
  restartPolicy?: string;
  imagePullPolicy?: string;
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: { configMapKeyRef?: { name: string; key: string } } }[];
  envFrom?: { configMapRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[]; add?: string[] };
  };
  volumeMounts?: { name: string; mountPath: string; subPath?: string; readOnly?: boolean }[];
}

export interface PodTemplate {
  metadata: { labels: Record<string, string> };
  spec: {
    serviceAccountName?: string;
    priorityClassName?: string;
    automountServiceAccountToken?: boolean;
    terminationGracePeriodSeconds?: number;
    securityContext?: {
      runAsNonRoot?: boolean;
      runAsUser?: number;
      fsGroup?: number;
      seccompProfile?: { type: string };
    };
    topologySpreadConstraints?: { topologyKey: string; labelSelector: Selector }[];
    initContainers?: Container[];
    containers: Container[];
    volumes?: {
      name: string;
      secret?: { secretName: string; defaultMode?: number; items?: { key: string; path: string }[] };
      emptyDir?: { sizeLimit?: string };
      configMap?: { name: string };
      persistentVolumeClaim?: { claimName: string };
    }[];
  };
}

export interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
}

interface PolicyRule {
  from?: Peer[];
  to?: Peer[];
  ports?: { protocol: string; port: number }[];
}

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  automountServiceAccountToken?: boolean;
  /** Of a PriorityClass. */
  value?: number;
  data?: Record<string, string>;
  spec?: {
    replicas?: number;
    minReplicas?: number;
    maxReplicas?: number;
    /** KEDA's name for it. */
    minReplicaCount?: number;
    maxReplicaCount?: number;
    triggers?: { type: string; metadata: Record<string, string> }[];
    maxUnavailable?: number;
    backoffLimit?: number;
    ttlSecondsAfterFinished?: number;
    template?: PodTemplate;
    jobTemplate?: { spec: { template: PodTemplate } };
    schedule?: string;
    concurrencyPolicy?: string;
    strategy?: { type: string; rollingUpdate?: { maxUnavailable: number; maxSurge: number } };
    clusterIP?: string;
    selector?: Selector & Record<string, unknown>;
    podSelector?: Selector;
    policyTypes?: string[];
    ingress?: PolicyRule[];
    egress?: PolicyRule[];
    ports?: { name: string; port: number; targetPort: string }[];
    scaleTargetRef?: { kind: string; name: string };
    metrics?: { resource?: { name: string; target: { averageValue?: string } } }[];
    tls?: { hosts: string[]; secretName: string }[];
    rules?: { host: string }[];
  };
}

/** Whether a label selector matches. An empty selector matches everything. */
export function selects(selector: Selector, labels: Record<string, string>): boolean {
  const equal = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  const within = (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
    if (operator !== 'In') throw new Error(`this reader does not know the operator ${operator}`);
    return values.includes(labels[key] ?? '');
  });
  return equal && within;
}
