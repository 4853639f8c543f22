/**
 * Typed configuration: one zod schema per process. Only `loadConfig` reads the environment. It names every bad or
 * missing variable in one line and exits with 78 (EX_CONFIG of sysexits.h).
 */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { z } from 'zod';

/** Reads `NAME` from the file at `NAME_FILE`, as compose and Kubernetes mount secrets. */
function withFileTwins(environment: NodeJS.ProcessEnv, names: string[]): Record<string, string | undefined> {
  const values: Record<string, string | undefined> = {};
  for (const name of names) {
    const path = environment[`${name}_FILE`];
    const value = environment[name];
    if (value !== undefined && value !== '') values[name] = value;
    else if (path && existsSync(path)) values[name] = readFileSync(path, 'utf8').trimEnd();
  }
  return values;
}

/**
 * Variables with a store's CA file, which is added to the address where the format allows it: every client of the
 * address then verifies certificate and host name.
 */
interface Authority {
  file: string;
  schemes: RegExp;
  add: (address: string, file: string) => string;
}
const databaseAuthority: Authority = {
  file: 'DATABASE_CA_FILE',
  schemes: /^postgres(ql)?:/,
  add(address, file) {
    const url = new URL(address);
    url.searchParams.set('sslmode', 'verify-full');
    url.searchParams.set('sslrootcert', file);
    return url.href;
  },
};
const authorityOf: Record<string, Authority> = {
  ...Object.fromEntries(['DATABASE_URL', 'MIGRATION_DATABASE_URL'].map((name) => [name, databaseAuthority])),
  REDIS_URL: {
    file: 'REDIS_CA_FILE',
    schemes: /^rediss:/,
    add: (address, file) => `${address}?ca=${encodeURIComponent(file)}`,
  },
  // `objectStoreSettings` passes the file on.
  S3_ENDPOINT: { file: 'S3_CA_FILE', schemes: /^https:/, add: (address) => address },
};

/**
 * Adds the CA files to the addresses in `values`.
 * @returns a sentence per fault
 */
function addAuthorities(values: Record<string, string | undefined>, environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(authorityOf).flatMap(([name, { file, schemes, add }]) => {
    const address = values[name];
    const path = environment[file];
    if (!address || !path) return [];
    if (!isReadable(path)) return [`${file}: cannot be read`];
    // Never connect without the encryption that was asked for.
    if (!schemes.test(address)) return [`${name}: must be an address with TLS, because ${file} is set`];
    if (URL.canParse(address)) values[name] = add(address, path);
    return [];
  });
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks that a process with an object store has a key or a role.
 * @returns a sentence per fault
 */
function missingStoreCredentials(values: Record<string, string | undefined>, shape: z.ZodRawShape): string[] {
  if (!('S3_CREDENTIALS' in shape)) return [];
  // The weather proxy can run without a store.
  if (!values['S3_ENDPOINT'] && z.object({ S3_ENDPOINT: shape['S3_ENDPOINT']! }).safeParse({}).success) return [];
  if (values['S3_CREDENTIALS'] !== 'role')
    return ['S3_ACCESS_KEY', 'S3_SECRET_KEY'].filter((name) => !values[name]).map((name) => `${name}: is missing`);
  const signs = [
    'AWS_WEB_IDENTITY_TOKEN_FILE',
    'AWS_CONTAINER_CREDENTIALS_FULL_URI',
    'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
  ];
  if (signs.some((name) => values[name])) return [];
  return [`S3_CREDENTIALS: the platform gives this process no role (none of ${signs.join(', ')} is set)`];
}

/** @throws Error with one line naming every bad or missing variable */
export function parseConfig<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  environment: NodeJS.ProcessEnv,
): Readonly<z.infer<z.ZodObject<Shape>>> {
  const values = withFileTwins(environment, Object.keys(schema.shape));
  const faults = addAuthorities(values, environment);
  const result = schema.safeParse(values);
  for (const issue of result.error?.issues ?? [])
    faults.push(`${issue.path.join('.') || 'environment'}: ${issue.message}`);
  faults.push(...missingStoreCredentials(values, schema.shape));
  if (result.success && faults.length === 0) return Object.freeze(result.data);
  throw new ConfigError(faults);
}

class ConfigError extends Error {
  constructor(readonly faults: string[]) {
    super(`Configuration is wrong. ${faults.join('; ')}`);
  }
}

/**
 * Parses `process.env`; exits with 78 if the configuration is wrong. With `--check-settings` it always exits: with 0,
 * or with 78 and a line per bad variable (for upgrades).
 */
export function loadConfig<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const onlyChecks = process.argv.includes('--check-settings');
  try {
    const config = parseConfig(schema, process.env);
    if (onlyChecks) process.exit(0);
    return config;
  } catch (error) {
    const isList = onlyChecks && error instanceof ConfigError;
    process.stderr.write(`${isList ? error.faults.join('\n') : (error as Error).message}\n`);
    process.exit(78);
  }
}

/** Hosts that can't be public (RFC 2606, RFC 6761), and our documentation's example addresses. */
const exampleHost = /(^|\.)(example(\.(com|net|org|edu))?|invalid|localhost)$|^127\.|^\[::1?\]$|^0\.0\.0\.0$/;

function findPublicUrlError(text: string, isProduction: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text))
    return `must be an absolute address such as https://weather.your-domain.org, not "${text}"`;
  if (url.search || url.hash || url.username || url.pathname !== '/') return 'must have no path, query or user';
  if (!isProduction) return undefined;
  if (url.protocol !== 'https:') return `must start with https:// in production, not "${text}"`;
  return exampleHost.test(url.hostname) ? `must be the site's own address, not the example "${text}"` : undefined;
}

/** The site's public address without a trailing slash. Required in production, optional elsewhere. */
export const publicUrlField = z
  .string()
  .trim()
  .optional()
  .transform((text, context) => {
    const isProduction = process.env['NODE_ENV'] === 'production';
    const problem = text ? findPublicUrlError(text, isProduction) : isProduction ? 'is missing' : undefined;
    if (problem) context.addIssue(problem);
    return text?.replace(/\/+$/, '');
  });

export const publicUrl = publicUrlField.transform((url) => url ?? 'http://localhost:8080');

/** A TCP port; 0 picks a free one. */
export const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
export const yesNo = z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no'] });

export const linkCounts = z
  .stringbool({ truthy: ['on'], falsy: ['off', ''], error: 'must be on or off' })
  .default(false);

/** Secrets from common examples, refused in production. */
const commonSecret = /^(changeme|minioadmin|postgres|admin|password|secret)$/i;

/** In production it must not be well known or short. */
export const secret = (shortest = 8) =>
  z
    .string('is missing')
    .min(1, 'is missing')
    .refine(
      (value) => process.env['NODE_ENV'] !== 'production' || (value.length >= shortest && !commonSecret.test(value)),
      `is too short or well known (at least ${shortest} characters in production)`,
    );

/**
 * Address to listen on. `::` means every address, of IPv4 and IPv6; without IPv6 on this machine it becomes 0.0.0.0,
 * because listening would fail.
 */
export const listenHost = z.string().transform((host) => {
  const hasIpv6 = () =>
    Object.values(networkInterfaces()).some((each) => each?.some(({ family }) => family === 'IPv6'));
  return host === '::' && !hasIpv6() ? '0.0.0.0' : host;
});

export const processVariables = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  LOG_FORMAT: z.enum(['json', 'pretty']).default('json'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** /healthz, /readyz and /metrics; internal, never published. 0 picks a free port. */
  METRICS_PORT: port(9464),
  METRICS_HOST: listenHost.default('127.0.0.1'),
  /** Trace endpoint (OTLP over HTTP); without it, tracing is off. The SDK reads the variable itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
};

const file = z.string('is missing').min(1, 'is missing');

/** Identity of every process that connects to another (`peer-identity.ts`), as paths of PEM files. */
export const peerVariables = {
  TLS_CERT_FILE: file,
  TLS_KEY_FILE: file,
  /** The installation's CA; two of them during a rotation. */
  TLS_CA_FILE: file,
};

/** Returns the paths of this process's identity, as `PeerIdentity` takes them. */
export const tlsFiles = (config: z.infer<z.ZodObject<typeof peerVariables>>) => ({
  certificate: config.TLS_CERT_FILE,
  key: config.TLS_KEY_FILE,
  authorities: config.TLS_CA_FILE,
});

export const serverVariables = {
  ...processVariables,
  ...peerVariables,
  GRPC_LISTEN: z
    .string()
    .regex(/^.+:\d+$/, 'must be host:port')
    .transform((address) =>
      address.replace(/^\[::\](?=:)/, () => (listenHost.parse('::') === '::' ? '[::]' : '0.0.0.0')),
    ),
};

export const databaseVariables = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(100).default(10),
};

export const queueVariables = {
  /** Without Redis, Postgres stores the queues. */
  REDIS_URL: z
    .url({
      protocol: /^rediss?$/,
      hostname: /^(\[[0-9a-f:.]+\]|[\w.-]+)$/i,
      error: 'must be redis://[user:password@]host[:port][/database] (rediss with TLS)',
    })
    .optional(),
};

/** Allows plain HTTP for keys only from this machine: loopback, and the link-local addresses of ECS and EKS agents. */
function isAgent(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return (
    protocol === 'https:' ||
    (protocol === 'http:' &&
      /^(localhost|127(\.\d+){3}|\[::1\]|169\.254\.170\.(2|23)|\[fd00:ec2::23\])$/.test(hostname))
  );
}

export const objectStoreVariables = {
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }),
  /** A static key, or temporary keys for this process's role (`data/store-role.ts`). */
  S3_CREDENTIALS: z.enum(['keys', 'role'], 'must be keys or role').default('keys'),
  /** Required without a role. */
  S3_ACCESS_KEY: secret(3).optional(),
  S3_SECRET_KEY: secret().optional(),
  S3_BUCKET: z.string().min(3).default('arkansas-weather'),
  S3_REGION: z.string().default('us-east-1'),
  /** The store's CA as the path of a PEM file, for an https:// endpoint. */
  S3_CA_FILE: z.string().optional(),
  /**
   * Role with a web identity token (IRSA). The platform sets the first two; the default token service is in S3_REGION.
   */
  AWS_WEB_IDENTITY_TOKEN_FILE: z.string().optional(),
  AWS_ROLE_ARN: z.string().optional(),
  AWS_ENDPOINT_URL_STS: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  /** Role from an agent (EKS Pod Identity, ECS). The platform sets all three. */
  AWS_CONTAINER_CREDENTIALS_FULL_URI: z
    .url('must be an address')
    .refine(isAgent, 'must be https, or an address of this machine')
    .optional(),
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: z.string().startsWith('/', 'must be a path').optional(),
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: z.string().optional(),
};

export type StoreConfiguration = Readonly<z.infer<z.ZodObject<typeof objectStoreVariables>>>;
