/**
 * Resolves a bearer token to a session. The signature proves that auth issued the token; the session's row, that it's
 * still valid. Fails closed: 503 while auth is down.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { status, type ServiceError } from '@grpc/grpc-js';
import { HttpException, Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { sessionKey } from '@site/proto/auth/v1/session-key';
import type { Caller } from '@site/proto/grpc';
import { isRole } from '@site/domain/roles';
import type { Request } from 'express';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { Changes } from './clients/changes.js';
import { Clients } from './clients/clients.js';
import { busy, signedOut } from './http-errors.js';

const keysMaxAgeMs = 10 * 60_000;
/** Keeps made-up key ids from causing a call to auth each. */
const unknownKeyPauseMs = 5_000;
/** Sign-outs are announced; if a notice is lost, a session outlives its sign-out by at most this. */
const introspectionMs = 1_000;

/** auth's public keys by key id. Never taken from the token itself. */
@Injectable()
export class SigningKeys {
  private keys = new Map<string, KeyObject>();
  private fetchedAt = -Infinity;
  private fetching: Promise<void> | undefined;

  constructor(@Inject(Clients) private readonly clients: Clients) {}

  /** Returns a public key; undefined if auth doesn't have it. @throws if auth can't be reached */
  async find(keyId: string): Promise<KeyObject | undefined> {
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
        this.keys = new Map(keys.map(({ keyId, publicKeyPem }) => [keyId, createPublicKey(publicKeyPem)]));
        this.fetchedAt = performance.now();
      })
      .finally(() => (this.fetching = undefined));
    return this.fetching;
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

const bearerToken = (request: Request) => /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
const sessionEnded = () => signedOut('Your session has ended. Please sign in again.');

@Injectable()
export class Sessions {
  /** Promises, so that concurrent requests share a call. */
  private readonly introspections = new LRUCache<string, Promise<Introspection>>({ max: 10_000, ttl: introspectionMs });

  constructor(
    @Inject(SigningKeys) private readonly keys: SigningKeys,
    @Inject(Clients) private readonly clients: Clients,
    @Inject(Changes) changes: Changes,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    // On every notice: another call is cheap, but a session must not outlive its sign-out.
    changes.notices.subscribe(({ service }) => {
      if (service === 'auth') this.introspections.clear();
    });
  }

  /** Returns the session of the request's bearer token. @throws 401, or 503 while auth is down */
  async find(request: Request): Promise<Session> {
    const token = bearerToken(request);
    if (token === undefined) throw signedOut();
    const { sid, sub } = await this.verify(token);
    if (typeof sid !== 'string' || sid === '') throw signedOut();
    const { principal } = await this.introspect(sid);
    if (principal.id !== sub) throw signedOut();
    return { id: sid, caller: { ...principal, clientAddress: request.ip ?? '', session: sessionKey(sid) } };
  }

  /** Checks signature and claims. */
  private async verify(token: string): Promise<JWTPayload> {
    const options = {
      algorithms: ['ES256'],
      typ: 'at+jwt',
      issuer: 'arkansas-weather',
      audience: 'admin-api',
      requiredClaims: ['exp'],
      clockTolerance: 30,
    };
    const getKey: JWTVerifyGetKey = ({ kid }) => this.publicKey(kid);
    try {
      return (await jwtVerify(token, getKey, options)).payload;
    } catch (error) {
      if (error instanceof HttpException) throw error;
      // Not one of our tokens.
      throw error instanceof errors.JWSInvalid ? signedOut() : sessionEnded();
    }
  }

  /** An outage of auth must not look like an invalid token. */
  private async publicKey(keyId: string | undefined): Promise<KeyObject> {
    const key =
      keyId &&
      (await this.keys.find(keyId).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'could not fetch the signing keys');
        throw busy();
      }));
    if (!key) throw signedOut();
    return key;
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
      if (code === status.UNAUTHENTICATED || code === status.NOT_FOUND) throw sessionEnded();
      if (code === undefined) throw error;
      this.logger.warn({ err: error }, 'session check failed');
      throw busy();
    }
  }
}
