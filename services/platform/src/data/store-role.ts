/**
 * Temporary store keys for a role: with a web identity token (IRSA; any S3 with AssumeRoleWithWebIdentity), or from an
 * agent beside the process (EKS Pod Identity, ECS). A machine's role (EC2 metadata) is deliberately unsupported: all
 * its processes would have the same rights.
 *
 * The S3 client's agent provider expects other field names and can't read an agent's token file; its token provider
 * only supports Amazon.
 */
import { readFile } from 'node:fs/promises';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import type { StoreConfiguration } from '../base/config.js';

/** A key pair; temporary ones have a `sessionToken`. */
export interface StoreKey {
  accessKey: string;
  secretKey: string;
  sessionToken?: string | undefined;
}

export type StoreRole =
  | {
      from: 'token service';
      /** Token file that the platform renews. */
      tokenFile: string;
      /** The role to assume; some stores derive it from the token alone. */
      roleArn?: string | undefined;
      endpoint: string;
    }
  | {
      from: 'agent';
      address: string;
      /** File with the authorization token for the agent. */
      tokenFile?: string | undefined;
    };

const taskAgent = 'http://169.254.170.2';

/**
 * Returns the role of a configuration. Empty values count as absent.
 * @param region of the default token service
 * @throws Error if there is none
 */
export function roleOf(config: Partial<StoreConfiguration>, region: string): StoreRole {
  if (config.AWS_WEB_IDENTITY_TOKEN_FILE)
    return {
      from: 'token service',
      tokenFile: config.AWS_WEB_IDENTITY_TOKEN_FILE,
      roleArn: config.AWS_ROLE_ARN,
      endpoint: config.AWS_ENDPOINT_URL_STS || `https://sts.${region}.amazonaws.com`,
    };
  const relative = config.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI;
  const address = config.AWS_CONTAINER_CREDENTIALS_FULL_URI || (relative && `${taskAgent}${relative}`);
  if (!address) throw new Error('the platform provides no role');
  return { from: 'agent', address, tokenFile: config.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE };
}

interface LentKey extends StoreKey {
  endsAt: number;
}

/** Renew this long before expiry, or in a short-lived key's last quarter: URLs signed with it stay in use. */
const earlyMs = 600_000;
/** Retry interval while the current key is still valid. */
const retryIntervalMs = 10_000;
/** A token service or agent silent for this long counts as down. */
const silentMs = 5_000;

const agentResponseSchema = z.object({
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  Token: z.string().min(1),
  Expiration: z.iso.datetime({ offset: true }),
});
const serviceResponseSchema = z.object({
  AssumeRoleWithWebIdentityResponse: z.object({
    AssumeRoleWithWebIdentityResult: z.object({
      Credentials: agentResponseSchema.omit({ Token: true }).extend({ SessionToken: z.string().min(1) }),
    }),
  }),
});
/** Keeps all-digit keys as strings. */
const xml = new XMLParser({ ignoreAttributes: true, parseTagValue: false });

export class RoleKeys {
  private held?: LentKey & { renewAt: number };
  private asking?: Promise<StoreKey> | undefined;

  constructor(private readonly role: StoreRole) {}

  /**
   * Returns a valid key; during a renewal, the previous one.
   * @throws Error with the reason; if there was no response, with a code that `isOutage` recognizes
   */
  async current(): Promise<StoreKey> {
    const now = Date.now();
    if (this.held && now < this.held.renewAt) return this.held;
    this.asking ??= this.renew().finally(() => {
      this.asking = undefined;
    });
    if (!this.held || now >= this.held.endsAt) return this.asking;
    this.asking.catch(() => undefined);
    return this.held;
  }

  private async renew(): Promise<StoreKey> {
    try {
      const key = await requestKey(this.role);
      const now = Date.now();
      this.held = { ...key, renewAt: key.endsAt - Math.min(earlyMs, (key.endsAt - now) / 4) };
      return this.held;
    } catch (error) {
      if (this.held) this.held.renewAt = Math.min(Date.now() + retryIntervalMs, this.held.endsAt);
      throw error;
    }
  }
}

async function requestKey(role: StoreRole): Promise<LentKey> {
  const token = role.tokenFile ? (await readFile(role.tokenFile, 'utf8')).trim() : undefined;
  if (role.from === 'agent') {
    const text = await fetched(role.address, token ? { headers: { Authorization: token } } : {});
    const { AccessKeyId, SecretAccessKey, Token, Expiration } = understood(agentResponseSchema, () => JSON.parse(text));
    return lent(AccessKeyId, SecretAccessKey, Token, Expiration);
  }
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    WebIdentityToken: token ?? '',
    ...(role.roleArn && { RoleArn: role.roleArn, RoleSessionName: 'arkansas-weather' }),
  });
  const text = await fetched(role.endpoint, { method: 'POST', body });
  const response = understood(serviceResponseSchema, () => xml.parse(text) as unknown);
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } =
    response.AssumeRoleWithWebIdentityResponse.AssumeRoleWithWebIdentityResult.Credentials;
  return lent(AccessKeyId, SecretAccessKey, SessionToken, Expiration);
}

const lent = (accessKey: string, secretKey: string, sessionToken: string, until: string): LentKey => ({
  accessKey,
  secretKey,
  sessionToken,
  endsAt: Date.parse(until),
});

/** For failures without a response and outages reported by the other side. */
const away = (message: string, cause?: unknown) =>
  Object.assign(new Error(`no key for the object store: ${message}`, { cause }), { code: 'ServiceUnavailable' });

async function fetched(address: string, init: RequestInit): Promise<string> {
  const { host } = new URL(address);
  const [status, text] = await fetch(address, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(silentMs),
  }).then(
    async (response) => [response.status, await response.text()] as const,
    (error: unknown) => {
      throw away(`${host} does not respond`, error);
    },
  );
  if (status >= 500 || status === 429) throw away(`${host} responded with ${status}`);
  // Without the body, which may quote the token.
  if (status !== 200) throw new Error(`no key for the object store: ${host} refuses the role (${status})`);
  return text;
}

function understood<Result>(schema: z.ZodType<Result>, read: () => unknown): Result {
  try {
    return schema.parse(read());
  } catch {
    // Without the response or zod's message, which may contain a key.
    throw new Error('no key for the object store: the response cannot be parsed');
  }
}
