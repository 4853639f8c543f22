/** Injection tokens and types of the auth service's settings. */
import type { SecretSeal } from './second-factors/secret-seal.js';

/** Injected so that tests can advance it. */
export type Clock = () => Date;
export const CLOCK = Symbol('clock');

export const FACTOR_SETTINGS = Symbol('second factor settings');

export interface FactorSettings {
  seal: SecretSeal;
  /** Passkeys are bound to it. */
  publicUrl: string;
  /** In authenticator apps and browsers. */
  siteName: string;
}

export const SESSION_SETTINGS = Symbol('session settings');

export interface SessionSettings {
  idleMinutes: number;
  /** Who must have a second factor; undefined: no one. */
  secondFactorFor: 'admins' | 'all' | undefined;
  /** Whether browsers allow passkeys at this address. */
  passkeysPossible: boolean;
}
