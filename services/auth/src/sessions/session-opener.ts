/** Opens the session at the end of a sign-in, with or without a second factor. */
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@site/platform/data/audit';
import { sessionKey } from '@site/proto/auth/v1/session-key';
import type { SignedIn } from '@site/proto/gen/nest/auth/v1/second_factors';
import type { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../settings.js';
import { accountHashOf, withoutNul } from '../people/find-account.js';
import type { Person } from '../people/person.entity.js';
import { networkOf } from '@site/platform/base/ip-address';
import { Session } from './session-entities.js';
import { SignInLimits } from './sign-in-limits.js';
import { SigningKeys } from './signing-keys.js';

/** Regardless of activity. */
const sessionSeconds = 12 * 3_600;
const userAgentMaxLength = 300;

export interface Place {
  clientAddress: string;
  userAgent: string;
}

/** Exists once the transaction commits. */
export interface Opened {
  user: Person;
  sid: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** Opens sessions of twelve hours and signs their tokens. */
@Injectable()
export class SessionOpener {
  constructor(
    @Inject(SignInLimits) private readonly limits: SignInLimits,
    @Inject(SigningKeys) private readonly keys: SigningKeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Opens a session for a user whose row is locked, and clears the failed sign-ins from that network.
   * @param factor besides the password, for the audit log; empty for none
   */
  async open(manager: EntityManager, user: Person, place: Place, factor = ''): Promise<Opened> {
    const { id, name, email, role } = user;
    const sid = randomBytes(32).toString('base64url');
    // Whole seconds, as in the token, so that both expire at the same moment.
    const issuedAt = new Date(Math.floor(this.clock().getTime() / 1_000) * 1_000);
    const expiresAt = new Date(issuedAt.getTime() + sessionSeconds * 1_000);
    const clientAddress = withoutNul(place.clientAddress);
    const network = networkOf(place.clientAddress);
    await manager.insert(Session, {
      sidHash: sessionKey(sid),
      personId: id,
      role,
      createdAt: issuedAt,
      lastSeenAt: issuedAt,
      authenticatedAt: issuedAt,
      expiresAt,
      revokedAt: null,
      clientAddress,
      clientNetwork: network,
      userAgent: [...withoutNul(place.userAgent)].slice(0, userAgentMaxLength).join(''),
    });
    await this.limits.succeeded(manager, { accountHash: accountHashOf(email), network });
    await audit(manager, { id, name, clientAddress }, 'session.sign_in', id, name, factor);
    return { user: user, sid, issuedAt, expiresAt };
  }

  /** Returns the response with the token; after the commit. */
  async buildResponse({ user, sid, issuedAt, expiresAt }: Opened): Promise<Required<SignedIn>> {
    const { id, name, email, role } = user;
    const token = await this.keys.sign({ personId: id, sid, issuedAt, expiresAt });
    return { principal: { id, name, email, role }, token, expiresAt: expiresAt.toISOString() };
  }
}
