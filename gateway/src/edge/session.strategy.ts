/**
 * Resolves a bearer token to a session. The signature proves that auth issued the token; the session's row, that it's
 * still valid. Fails closed: 503 while auth is down.
 */
import { status, type ServiceError } from '@grpc/grpc-js';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { sessionKey } from '@site/proto/auth/v1/session-key';
import type { Caller } from '@site/proto/grpc';
import { isRole } from '@site/domain/roles';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { Changes } from './clients/changes.js';
import { Clients } from './clients/clients.js';
import { busy, signedOut } from './http-errors.js';

const keysMaxAgeMs = 10 * 60_000;
/** Keeps made-up key ids from causing a call to auth each. */
const unknownKeyPauseMs = 5_000;
/** Sign-outs are announced; if a notice is lost, a session outlives its sign-out by at most this. */
const introspectionMs = 1_000;

/** auth's public keys (PEM) by key id. Never taken from the token itself. */
@Injectable()
export class SigningKeys {
  private keys = new Map<string, string>();
  private fetchedAt = -Infinity;
  private fetching: Promise<void> | undefined;

  constructor(@Inject(Clients) private readonly clients: Clients) {}

  /** Returns a public key in PEM; undefined if auth doesn't have it. @throws if auth can't be reached */
  async find(keyId: string): Promise<string | undefined> {
    const age = performance.now() - this.fetchedAt;
    const cached = this.keys.get(keyId);
    if (cached && age < keysMaxAgeMs) return cached;
    // A known key stays valid even if auth is down.
    if (cached) await this.fetch().catch(() => undefined);
    else if (age > unknownKeyPauseMs) await this.fetch();
    return this.keys.get(keyId);
  }

  private fetch(): Promise<void> {
    this.fetching ??= this.clients.sessions
      .listSigningKeys({})
      .then(({ keys }) => {
        this.keys = new Map(keys.map(({ keyId, publicKeyPem }) => [keyId, publicKeyPem]));
        this.fetchedAt = performance.now();
      })
      .finally(() => (this.fetching = undefined));
    return this.fetching;
  }
}

interface Header {
  alg?: unknown;
  typ?: unknown;
  kid?: unknown;
  crit?: unknown;
}

function headerOf(token: string): Header {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8'));
    return typeof header === 'object' && header !== null ? header : {};
  } catch {
    return {};
  }
}

/** In `request.user`. */
export interface Session {
  caller: Caller;
  /** The sid claim: the session's row in the auth service. */
  id: string;
}

interface Introspection {
  principal: Omit<Caller, 'clientAddress'>;
  recentlyConfirmed: boolean;
}

@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'jwt') {
  /** Promises, so that concurrent requests share a call. */
  private readonly introspections = new LRUCache<string, Promise<Introspection>>({ max: 10_000, ttl: introspectionMs });

  constructor(
    @Inject(SigningKeys) keys: SigningKeys,
    @Inject(Clients) private readonly clients: Clients,
    @Inject(Changes) changes: Changes,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: (_request: Request, token: string, done: (error: Error | null, key?: string) => void) => {
        const { alg, typ, kid, crit } = headerOf(token);
        const acceptable = alg === 'ES256' && typ === 'at+jwt' && typeof kid === 'string' && crit === undefined;
        if (!acceptable) return done(signedOut());
        keys.find(kid).then(
          (key) => (key ? done(null, key) : done(signedOut())),
          (error: Error) => {
            logger.warn({ err: error }, 'could not fetch the signing keys');
            done(busy());
          },
        );
      },
      algorithms: ['ES256'],
      issuer: 'arkansas-weather',
      audience: 'admin-api',
      jsonWebTokenOptions: { clockTolerance: 30 },
      passReqToCallback: true,
    });
    // On every notice: another call is cheap, but a session must not outlive its sign-out.
    changes.notices.subscribe(({ service }) => {
      if (service === 'auth') this.introspections.clear();
    });
  }

  async validate(request: Request, claims: { sid?: unknown; sub?: unknown }): Promise<Session> {
    const { sid, sub } = claims;
    if (typeof sid !== 'string' || sid === '') throw signedOut();
    const { principal } = await this.introspect(sid);
    if (principal.id !== sub) throw signedOut();
    return { id: sid, caller: { ...principal, clientAddress: request.ip ?? '', session: sessionKey(sid) } };
  }

  /** Whether the user signed in or confirmed their identity within the last ten minutes. */
  async isRecentlyConfirmed(sid: string): Promise<boolean> {
    if ((await this.introspect(sid)).recentlyConfirmed) return true;
    // They may have confirmed since.
    this.introspections.delete(sid);
    return (await this.introspect(sid)).recentlyConfirmed;
  }

  private introspect(sid: string): Promise<Introspection> {
    const cached = this.introspections.get(sid);
    if (cached) return cached;
    const introspection = this.fetchIntrospection(sid);
    this.introspections.set(sid, introspection);
    // Failures aren't cached.
    introspection.catch(() => this.introspections.peek(sid) === introspection && this.introspections.delete(sid));
    return introspection;
  }

  private async fetchIntrospection(sid: string): Promise<Introspection> {
    try {
      const { principal, recentlyConfirmed } = await this.clients.sessions.introspectSession({ id: sid });
      if (!principal || !isRole(principal.role)) throw signedOut();
      const { id, name, role } = principal;
      return { principal: { id, name, role }, recentlyConfirmed };
    } catch (error) {
      const { code } = error as Partial<ServiceError>;
      if (code === status.UNAUTHENTICATED || code === status.NOT_FOUND)
        throw signedOut('Your session has ended. Please sign in again.');
      if (code === undefined) throw error;
      this.logger.warn({ err: error }, 'session check failed');
      throw busy();
    }
  }
}
