/** Calls for the three uses of second factors: signing in, adding one, and confirming one's identity. */
import type {
  Confirmed,
  Enrolled,
  FactorAdded,
  NewFactor,
  PasskeyOptions,
  SecondFactors,
} from '@site/proto/auth/v1/second-factors.responses';
import type { FactorKind } from '@site/proto/auth/v1/second-factors.schema';
import type { Session } from '@site/proto/auth/v1/sessions.responses';
import { adminQuery, fetchData } from '@/api/admin.js';
import type { PasskeyRegistration, PasskeyRequest, PasskeyAssertion } from './passkeys.js';

export type Proof = { password: string } | { code: string } | { recovery_code: string } | { passkey: PasskeyAssertion };
type NewProof = { label: string } & ({ code: string } | { passkey: PasskeyRegistration });

export interface Adding<Added> {
  begin: (kind: FactorKind) => Promise<NewFactor>;
  complete: (proof: NewProof) => Promise<Added>;
}

export interface Proving<Proven> {
  passkeyRequest: () => Promise<PasskeyRequest>;
  send: (proof: Proof) => Promise<Proven>;
}

const post = <Data>(path: string, json: object) => fetchData<Data>(`/admin/auth/${path}`, { method: 'POST', json });

const requestIn = ({ options }: PasskeyOptions) => options as unknown as PasskeyRequest;

/** The second step of a sign-in. Calls throw a 401 once its time limit has passed. */
export const secondStep = (halfToken: string): Proving<Session> & { enrolment: Adding<Enrolled> } => {
  const half = { half_token: halfToken };
  return {
    passkeyRequest: async () => requestIn(await post<PasskeyOptions>('second-factor/passkey-options', half)),
    send: (proof) => post<Session>('second-factor/verify', { ...half, ...proof }),
    enrolment: {
      begin: (kind) => post<NewFactor>('second-factor/enrol', { ...half, kind }),
      complete: (proof) => post<Enrolled>('second-factor/enrol/confirm', { ...half, ...proof }),
    },
  };
};

/** Throws a 403 unless the user confirmed their identity recently. */
export const addingFactor: Adding<FactorAdded> = {
  begin: (kind) => post<NewFactor>('second-factors', { kind }),
  complete: (proof) => post<FactorAdded>('second-factors/confirm', proof),
};

/** Within an open session. */
export const confirmingIdentity: Proving<Confirmed> = {
  passkeyRequest: async () => requestIn(await post<PasskeyOptions>('confirm/passkey-options', {})),
  send: (proof) => post<Confirmed>('confirm', proof),
};

export const secondFactorsQuery = adminQuery<SecondFactors>(['second-factors'], '/admin/auth/second-factors');
