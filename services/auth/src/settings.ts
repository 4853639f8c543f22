import type { SecretSeal } from './second-factors/secret-seal.js';

/** The current time, injected so that tests can advance it. */
export type Clock = () => Date;
export const CLOCK = Symbol('clock');

export const FACTOR_SETTINGS = Symbol('second factor settings');

export interface FactorSettings {
  seal: SecretSeal;
  /** The site's public address, which passkeys are bound to. */
  publicUrl: string;
  /** The site's name in authenticator apps and browsers. */
  siteName: string;
}

export const SESSION_SETTINGS = Symbol('session settings');

export interface SessionSettings {
  idleMinutes: number;
  /** Who must have a second factor; no one when undefined. */
  secondFactorFor: 'admins' | 'all' | undefined;
  /** Whether browsers allow passkeys at this site's address. */
  passkeysPossible: boolean;
}
