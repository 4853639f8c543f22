/** Adds second factors to users in tests. */
import type { CompleteFactorResponse, NewFactor } from '@site/proto/gen/nest/auth/v1/second_factors';
import { generateSync } from 'otplib';
import type { Person } from '../people/person.entity.js';
import { asCaller, testSite, type TestAuth } from './auth.js';
import { Authenticator } from './authenticator.js';

/** Returns calls for a user's own factors, in a fresh session. */
async function changeOf(auth: TestAuth, user: Person, sid: string | undefined) {
  const caller = asCaller(user, undefined, sid ?? (await auth.openSession(user)));
  return <Response>(method: string, request: object) =>
    auth.service.call<Response>('auth.v1.SecondFactorsService', method, request, caller);
}

/** A first factor needs no session. */
export async function addApp(auth: TestAuth, user: Person, sid?: string) {
  const call = await changeOf(auth, user, sid);
  const newFactor = await call<NewFactor>('startFactor', { kind: 'totp' });
  const secret = newFactor?.secret ?? '';
  const code = generateSync({ secret, epoch: Math.floor(auth.clock.now.getTime() / 1_000) });
  const { factor, recoveryCodes } = await call<CompleteFactorResponse>('completeFactor', { label: 'Phone', code });
  return { secret, recoveryCodes, id: factor?.id ?? '' };
}

/** A first factor needs no session. */
export async function addPasskey(auth: TestAuth, user: Person, sid?: string): Promise<Authenticator & { id: string }> {
  const call = await changeOf(auth, user, sid);
  const newFactor = await call<NewFactor>('startFactor', { kind: 'passkey' });
  const key = new Authenticator(testSite);
  const passkeyJson = key.register(newFactor?.optionsJson ?? '');
  const { factor } = await call<CompleteFactorResponse>('completeFactor', { label: 'Key', passkeyJson });
  return Object.assign(key, { id: factor?.id ?? '' });
}
