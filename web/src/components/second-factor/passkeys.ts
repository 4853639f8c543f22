/** Creates and uses passkeys (WebAuthn). The library is loaded on request. */
import type {
  AuthenticationResponseJSON as PasskeyAssertion,
  PublicKeyCredentialCreationOptionsJSON as PasskeyOrder,
  PublicKeyCredentialRequestOptionsJSON as PasskeyRequest,
  RegistrationResponseJSON as PasskeyRegistration,
} from '@simplewebauthn/browser';
import { UserFacingError } from '../session/user-facing-error.js';

export type { PasskeyRegistration, PasskeyOrder, PasskeyRequest, PasskeyAssertion };

export const canUsePasskeys = () => typeof window.PublicKeyCredential === 'function';

/** Throws `UserFacingError` when the browser or the user declines. */
export async function makePasskey(order: PasskeyOrder): Promise<PasskeyRegistration> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON: order }).catch(explain);
}

/** Throws `UserFacingError` when the browser or the user declines. */
export async function showPasskey(request: PasskeyRequest): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: request }).catch(explain);
}

/** By error name in Web Authentication Level 3. */
const reasons: Record<string, string> = {
  NotAllowedError: "The passkey wasn't used: its window was closed, or it took too long. Try again.",
  AbortError: "The passkey wasn't used. Try again.",
  InvalidStateError: 'This device already has a passkey for this account.',
  SecurityError: 'Passkeys only work at the address that this site was set up for.',
};

function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  throw new UserFacingError(reasons[name] ?? "This browser couldn't use a passkey.", { cause: error });
}
