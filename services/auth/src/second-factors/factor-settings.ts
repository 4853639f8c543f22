import type { SecretSeal } from './secret-seal.js';

export const FACTOR_SETTINGS = Symbol('second factor settings');

export interface FactorSettings {
  seal: SecretSeal;
  /** The address that people open the site at: passkeys are bound to it. */
  publicUrl: string;
  /** What authenticator apps and browsers call this site. */
  siteName: string;
}
