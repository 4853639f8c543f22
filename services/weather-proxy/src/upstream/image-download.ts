/**
 * Fetches pictures from a provider's untrusted addresses: only known hosts over https, no redirects, and a size limit.
 */
import { Agent, request } from 'undici';
import type { Breaker } from './breaker.js';
import { providerCalls, providerCallSeconds } from './metrics.js';
import { connectTimeoutMs } from './upstream.js';
import { asUpstreamError, UpstreamError } from './upstream-error.js';

export interface ImageDownloaderSettings {
  /** For metrics and logs. */
  provider: string;
  /** With subdomains: "fbcdn.net". */
  domains: readonly string[];
  /** May be http in tests. */
  siteOrigin: string;
  maxBytes: number;
}

/** Downloads images from hosts below the provider's domains, or from our own origin. */
export class ImageDownloader {
  private readonly agent: Agent;

  constructor(private readonly settings: ImageDownloaderSettings) {
    this.agent = new Agent({
      connections: 4,
      connect: { timeout: connectTimeoutMs },
      maxResponseSize: settings.maxBytes,
    });
  }

  isAllowed(address: string): boolean {
    if (!URL.canParse(address)) return false;
    const { origin, protocol, hostname, port, username, password } = new URL(address);
    if (username || password) return false;
    if (origin === this.settings.siteOrigin) return true;
    const isAllowedHost = this.settings.domains.some((domain) => hostname.endsWith(`.${domain}`));
    return protocol === 'https:' && port === '' && isAllowedHost;
  }

  /** @throws UpstreamError */
  async get(address: string, { breaker, deadline }: { breaker: Breaker; deadline: AbortSignal }): Promise<Buffer> {
    const { provider } = this.settings;
    const stop = providerCallSeconds.startTimer({ provider, resource: 'picture' });
    const count = (outcome: string) => providerCalls.inc({ provider, resource: 'picture', outcome });
    try {
      const bytes = await breaker.run(() => this.fetch(address, deadline));
      count('ok');
      return bytes;
    } catch (error) {
      // Addresses are signed, so messages contain only the path.
      const upstreamError = error instanceof UpstreamError ? error : asUpstreamError(error, new URL(address).pathname);
      count(upstreamError.outcome);
      throw upstreamError;
    } finally {
      stop();
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private async fetch(address: string, deadline: AbortSignal): Promise<Buffer> {
    const { pathname } = new URL(address);
    if (!this.isAllowed(address)) throw new UpstreamError(`${pathname}: unknown picture host`, 'refused');
    try {
      const { statusCode, headers, body } = await request(address, {
        dispatcher: this.agent,
        headers: { accept: 'image/webp,image/jpeg,image/png,image/gif', 'accept-encoding': 'identity' },
        signal: deadline,
      });
      const tooLong = Number(headers['content-length'] ?? 0) > this.settings.maxBytes;
      if (statusCode === 200 && !tooLong && !headers['content-encoding']) return Buffer.from(await body.arrayBuffer());
      body.on('error', () => undefined).destroy();
      if (statusCode >= 300 && statusCode < 400) throw new UpstreamError(`${pathname}: redirect`, 'redirect');
      if (statusCode === 404 || statusCode === 410) throw new UpstreamError(`${pathname}: gone`, 'not_found');
      if (tooLong) throw new UpstreamError(`${pathname}: too large`, 'too_large');
      throw new UpstreamError(`${pathname}: status ${statusCode}`, statusCode === 200 ? 'invalid' : 'http_error');
    } catch (error) {
      throw error instanceof UpstreamError ? error : asUpstreamError(error, pathname);
    }
  }
}
