/** The gateway's settings, from environment variables. No other gateway code reads the environment. */
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  publicUrlField,
  linkCounts,
  listenHost,
  objectStoreVariables,
  parseConfig,
  peerVariables,
  port,
  processVariables,
  queueVariables,
} from '@site/platform/base/config';
import { importedConfirmationsPerDay } from '@site/proto/submissions/v1/newsletter.schema';
import { unitSystems } from '@site/domain/weather/unit-systems';
import { z } from 'zod';
import { rangesInFile } from './edge/trusted-proxies.js';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
const optionalUrl = z.union([z.literal(''), httpUrl]).default('');
const grpcAddress = (fallback: string) =>
  z
    .string()
    .regex(/^.+:\d+$/, 'must be host:port')
    .default(fallback);
const addressRange = z
  .union([z.literal('none'), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be addresses or CIDR ranges, or none')
  .refine((range) => !range.endsWith('/0'), 'must not be /0: every client could forge its address');
const list = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Otherwise all visitors would share the rate limits of the proxy's address. */
const missingProxies =
  'is missing: the address ranges of the proxies in front, or none if visitors connect directly (or set TRUSTED_PROXY_RANGES_FILE)';

/** .env.example explains each of them. */
export const gatewayVariables = z
  .object({
    ...processVariables,
    ...peerVariables,
    ...objectStoreVariables,
    ...queueVariables,
    PORT: port(8080),
    /** 127.0.0.1, or :: in a container. */
    HOST: listenHost.default('127.0.0.1'),
    /** For canonical links; also determines whether the site uses https. */
    PUBLIC_URL: publicUrlField,
    CONTENT_GRPC_ADDRESS: grpcAddress('127.0.0.1:50051'),
    SUBMISSIONS_GRPC_ADDRESS: grpcAddress('127.0.0.1:50052'),
    AUTH_GRPC_ADDRESS: grpcAddress('127.0.0.1:50053'),
    WEATHER_GRPC_ADDRESS: grpcAddress('127.0.0.1:50054'),
    NOTIFICATIONS_GRPC_ADDRESS: grpcAddress('127.0.0.1:50055'),
    /** Proxies trusted for X-Forwarded-For and X-Request-Id: CIDR ranges separated by commas, or none. */
    TRUSTED_PROXY_CIDR: z
      .string()
      .default('')
      .transform(list)
      .pipe(z.array(addressRange))
      .refine((ranges) => !ranges.includes('none') || ranges.length === 1, 'must be either ranges or none'),
    /** More ranges, one per line, such as a CDN's list. */
    TRUSTED_PROXY_RANGES_FILE: z
      .string()
      .default('')
      .transform((path, context) => {
        try {
          return path ? rangesInFile(path) : [];
        } catch (error) {
          context.addIssue((error as Error).message);
          return z.NEVER;
        }
      }),
    /** Multiplies every rate limit, for load tests. */
    RATE_LIMIT_SCALE: z.coerce
      .number()
      .positive()
      .default(1)
      .refine((scale) => scale === 1 || process.env['NODE_ENV'] !== 'production', 'is refused in production'),
    WEB_ROOT: z.string().default(fileURLToPath(new URL('../../web/dist', import.meta.url))),
    /** 1 removes the service worker from visitors' browsers; subscriptions to warnings continue. */
    SW_OFF: z
      .enum(['', '0', '1'], 'must be 0 or 1')
      .default('')
      .transform((text) => text === '1'),
    /** on: newsletter links lead through /go/, which counts clicks but not who clicked. */
    NEWSLETTER_LINK_COUNTS: linkCounts,
    /** off: imported newsletter addresses get mail without confirming first; the operator vouches for their consent. */
    NEWSLETTER_IMPORT_CONFIRMATIONS: z
      .stringbool({ truthy: ['on', ''], falsy: ['off'], error: 'must be on or off' })
      .default(true),
    /** Imported addresses that get a confirmation mail per UTC day. */
    NEWSLETTER_IMPORTS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(importedConfirmationsPerDay),
    UPLOAD_DIR: z.string().default(tmpdir()),
    /** "Our Shop"; hidden when empty. */
    SHOP_URL: optionalUrl,
    /** Webcam frames, separated by commas; their hosts are allowed as frames. */
    LIVECAM_URLS: z.string().default('').transform(list).pipe(z.array(httpUrl)),
    VIDEO_CHANNEL_URL: optionalUrl,
    TEXT_DISPATCH_URL: optionalUrl,
    SPONSOR_OF_SITE: z.string().default(''),
    DEFAULT_UNITS: z.enum(unitSystems, 'must be standard, us or metric').default('standard'),
    FACEBOOK_PAGE_ID: z.string().default(''),
    /** Pages receive it, so a secret token is refused. */
    MAPBOX_TOKEN: z.union([z.literal(''), z.string().startsWith('pk.', 'must be a public token (pk.…)')]).default(''),
  })
  .superRefine(({ NODE_ENV, TRUSTED_PROXY_CIDR, TRUSTED_PROXY_RANGES_FILE }, context) => {
    if (NODE_ENV !== 'production' || TRUSTED_PROXY_CIDR.length > 0 || TRUSTED_PROXY_RANGES_FILE.length > 0) return;
    context.addIssue({ code: 'custom', path: ['TRUSTED_PROXY_CIDR'], message: missingProxies });
  });

type Variables = Readonly<z.infer<typeof gatewayVariables>>;
export type Config = Omit<Variables, 'PUBLIC_URL' | 'TRUSTED_PROXY_CIDR' | 'TRUSTED_PROXY_RANGES_FILE'> & {
  readonly PUBLIC_URL: string;
  readonly TRUSTED_PROXY_CIDR: readonly string[];
};

export const CONFIG = Symbol('config');

/** Derives the settings that depend on others: all trusted proxies, and the public address's default. */
export const completeConfig = ({ TRUSTED_PROXY_RANGES_FILE, ...variables }: Variables): Config => ({
  ...variables,
  TRUSTED_PROXY_CIDR: [...variables.TRUSTED_PROXY_CIDR, ...TRUSTED_PROXY_RANGES_FILE].filter(
    (range) => range !== 'none',
  ),
  PUBLIC_URL: variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`,
});

/** Parses any environment, for tests. */
export const configFrom = (environment: NodeJS.ProcessEnv): Config =>
  completeConfig(parseConfig(gatewayVariables, environment));
