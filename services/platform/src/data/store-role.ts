import { readFile } from 'node:fs/promises';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

/**
 * Keys of the object store that the platform gives out for a role and takes back after some hours, instead of ones that somebody keeps.
 * What a pod or task has of its own is read: a token for the store's token service (IRSA; any S3 with AssumeRoleWithWebIdentity), or
 * the address of an agent beside it (EKS Pod Identity, ECS). The role of a whole machine (EC2's metadata) is left out on purpose: all
 * processes on it would have the same rights.
 *
 * The store's client knows providers of its own, but its one for agents reads names that those do not send, it knows no file with an
 * agent's token, and only Amazon's token service.
 */

/** A key pair; `sessionToken` comes with one that ends. */
export interface StoreKey {
  accessKey: string;
  secretKey: string;
  sessionToken?: string | undefined;
}

/** Where keys for a role come from. */
export type StoreRole =
  | {
      from: 'token service';
      /** The token that the platform renews, as the path of a file. */
      tokenFile: string;
      /** Which role is taken; a store may know it from the token alone. */
      roleArn?: string | undefined;
      /** The token service's address. */
      endpoint: string;
    }
  | {
      from: 'agent';
      /** The address that answers with a key. */
      address: string;
      /** What the agent wants to be shown, as the path of a file. */
      tokenFile?: string | undefined;
    };

/** What a process is told of its role; the platform's own names, which it sets by itself. Empty texts count as nothing. */
export interface RoleConfiguration {
  AWS_WEB_IDENTITY_TOKEN_FILE?: string | undefined;
  AWS_ROLE_ARN?: string | undefined;
  AWS_ENDPOINT_URL_STS?: string | undefined;
  AWS_CONTAINER_CREDENTIALS_FULL_URI?: string | undefined;
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI?: string | undefined;
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE?: string | undefined;
}

/** Where a task's agent of ECS is. */
const taskAgent = 'http://169.254.170.2';

/**
 * The role that a configuration tells of.
 * @param region whose token service is asked when none is named
 * @throws Error when it tells of none
 */
export function roleOf(config: RoleConfiguration, region: string): StoreRole {
  if (config.AWS_WEB_IDENTITY_TOKEN_FILE)
    return {
      from: 'token service',
      tokenFile: config.AWS_WEB_IDENTITY_TOKEN_FILE,
      roleArn: config.AWS_ROLE_ARN,
      endpoint: config.AWS_ENDPOINT_URL_STS || `https://sts.${region}.amazonaws.com`,
    };
  const relative = config.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI;
  const address = config.AWS_CONTAINER_CREDENTIALS_FULL_URI || (relative && `${taskAgent}${relative}`);
  if (!address) throw new Error('there is no role of the platform here');
  return { from: 'agent', address, tokenFile: config.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE };
}

interface LentKey extends StoreKey {
  endsAt: number;
}

/** A key is replaced so long before its end, or in the last quarter of its life if that is shorter: addresses signed with it live on. */
const earlyMs = 600_000;
/** After a failure, with a key that is still good. */
const againAfterMs = 10_000;
/** A token service or an agent that is silent for this long counts as down. */
const silentMs = 5_000;

const agentAnswer = z.object({
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  Token: z.string().min(1),
  Expiration: z.iso.datetime({ offset: true }),
});
const serviceAnswer = z.object({
  AssumeRoleWithWebIdentityResponse: z.object({
    AssumeRoleWithWebIdentityResult: z.object({
      Credentials: agentAnswer.omit({ Token: true }).extend({ SessionToken: z.string().min(1) }),
    }),
  }),
});
/** Keys of digits alone stay texts. */
const xml = new XMLParser({ ignoreAttributes: true, parseTagValue: false });

/** The keys of a role, each kept until shortly before its end. */
export class RoleKeys {
  private held?: LentKey & { renewAt: number };
  private asking?: Promise<StoreKey> | undefined;

  constructor(private readonly role: StoreRole) {}

  /**
   * A key that is good now. While it is being replaced the one before is given out.
   * @throws Error why there is none; with a code that `isOutage` knows when nobody answered
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
      const key = await ask(this.role);
      const now = Date.now();
      this.held = { ...key, renewAt: key.endsAt - Math.min(earlyMs, (key.endsAt - now) / 4) };
      return this.held;
    } catch (error) {
      if (this.held) this.held.renewAt = Math.min(Date.now() + againAfterMs, this.held.endsAt);
      throw error;
    }
  }
}

async function ask(role: StoreRole): Promise<LentKey> {
  const token = role.tokenFile ? (await readFile(role.tokenFile, 'utf8')).trim() : undefined;
  if (role.from === 'agent') {
    const text = await fetched(role.address, token ? { headers: { Authorization: token } } : {});
    const { AccessKeyId, SecretAccessKey, Token, Expiration } = understood(agentAnswer, () => JSON.parse(text));
    return lent(AccessKeyId, SecretAccessKey, Token, Expiration);
  }
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    WebIdentityToken: token ?? '',
    ...(role.roleArn && { RoleArn: role.roleArn, RoleSessionName: 'arkansas-weather' }),
  });
  const text = await fetched(role.endpoint, { method: 'POST', body });
  const answer = understood(serviceAnswer, () => xml.parse(text) as unknown);
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } =
    answer.AssumeRoleWithWebIdentityResponse.AssumeRoleWithWebIdentityResult.Credentials;
  return lent(AccessKeyId, SecretAccessKey, SessionToken, Expiration);
}

const lent = (accessKey: string, secretKey: string, sessionToken: string, until: string): LentKey => ({
  accessKey,
  secretKey,
  sessionToken,
  endsAt: Date.parse(until),
});

/** Everything that was not said by the other side counts as an outage, and so does what it calls one. */
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
      throw away(`${host} does not answer`, error);
    },
  );
  if (status >= 500 || status === 429) throw away(`${host} answers ${status}`);
  // Its words are left out: they may quote the token.
  if (status !== 200) throw new Error(`no key for the object store: ${host} refuses the role (${status})`);
  return text;
}

function understood<Answer>(schema: z.ZodType<Answer>, read: () => unknown): Answer {
  try {
    return schema.parse(read());
  } catch {
    // Without the answer or what zod says of it: there may be a key in both.
    throw new Error('no key for the object store: the answer cannot be read');
  }
}
