/** Signed tokens that identify this site to push services (RFC 8292). */
import webPush from 'web-push';

export interface VapidKeys {
  /** base64url of the 65 bytes that browsers subscribe with. */
  publicKey: string;
  /** base64url of 32 bytes. */
  privateKey: string;
  /** Our contact: "https:…" or "mailto:…". */
  subject: string;
}

const usedForMs = 12 * 3_600_000;
/** More than there are push services; endpoints may invent some. */
export const maxTokens = 200;
const validForSeconds = 16 * 3_600;

/**
 * Identifies us to push services (RFC 8292) with a signed token for each. Signing takes longer than encrypting a
 * message, so a token is used for twelve of the 24 hours allowed.
 */
export class Vapid {
  private readonly tokens = new Map<string, { authorization: string; until: number }>();

  constructor(private readonly keys: VapidKeys) {}

  /** Returns the Authorization header for a push service's origin. @param now milliseconds since 1970 UTC */
  authorization(origin: string, now = Date.now()): string {
    const cached = this.tokens.get(origin);
    if (cached && cached.until > now) return cached.authorization;
    const { subject, publicKey, privateKey } = this.keys;
    const expires = Math.floor(now / 1_000) + validForSeconds;
    const headers = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm', expires);
    const authorization = headers.Authorization;
    for (const oldest of this.tokens.keys()) {
      if (this.tokens.size < maxTokens) break;
      this.tokens.delete(oldest);
    }
    this.tokens.set(origin, { authorization, until: now + usedForMs });
    return authorization;
  }
}
