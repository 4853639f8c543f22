/** A Redis server, a cluster, or a server behind sentinels, depending on the scheme. */
export interface RedisAddress {
  kind: 'server' | 'cluster' | 'sentinel';
  tls: boolean;
  /** Any nodes of a cluster, the sentinels, or the one server. */
  nodes: { host: string; port: number }[];
  username: string | undefined;
  password: string | undefined;
  /** The sentinels' name for the server. */
  masterName: string | undefined;
  /** A cluster has only 0. */
  database: number | undefined;
  /** Path of the CA file; only with TLS. */
  caFile: string | undefined;
}

/** For the error message. */
export const redisAddressForms =
  'must be redis://[user:password@]host[:port], redis-cluster://…@host:port,host:port or ' +
  'redis-sentinel://…@host:port,host:port/master-name (rediss… with TLS)';

const form =
  /^(redis|rediss)(?:-(cluster|sentinel))?:\/\/(?:([^/?#@]*)@)?([^/?#@]+)(?:\/([^/?#]*))?(?:\?ca=([^&?#]+))?$/;
const nodeForm = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i;

/**
 * Parses a Redis address; undefined if it isn't one. User and password are percent-encoded and apply to the data
 * servers; sentinels are queried without credentials.
 */
export function redisAddress(text: string): RedisAddress | undefined {
  const [, scheme, kind = 'server', credentials, hosts = '', path, caFile] = form.exec(text) ?? [];
  if (!scheme) return undefined;
  const nodes = hosts.split(',').flatMap((node) => {
    const [, host, port = kind === 'sentinel' ? '26379' : '6379'] = nodeForm.exec(node) ?? [];
    return host && Number(port) <= 65_535 ? [{ host: host.replace(/^\[|\]$/g, ''), port: Number(port) }] : [];
  });
  if (nodes.length !== hosts.split(',').length) return undefined;
  if (kind === 'server' && (nodes.length > 1 || !/^\d*$/.test(path ?? ''))) return undefined;
  if (kind === 'cluster' && path) return undefined;
  if (kind === 'sentinel' && !path) return undefined;
  if (caFile !== undefined && scheme !== 'rediss') return undefined;
  const [user, ...rest] = (credentials ?? '').split(':');
  try {
    return {
      kind: kind as RedisAddress['kind'],
      tls: scheme === 'rediss',
      nodes,
      username: user ? decodeURIComponent(user) : undefined,
      password: rest.length > 0 ? decodeURIComponent(rest.join(':')) : undefined,
      masterName: kind === 'sentinel' && path ? decodeURIComponent(path) : undefined,
      database: kind === 'server' && path ? Number(path) : undefined,
      caFile: caFile === undefined ? undefined : decodeURIComponent(caFile),
    };
  } catch {
    return undefined;
  }
}
