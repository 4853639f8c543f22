import type { SecretSeal } from './secret-seal.js';

export const FACTOR_SETTINGS = Symbol('second factor settings');

export interface FactorSettings {
  seal: SecretSeal;
  /** The site's public address, which passkeys are bound to. */
  publicUrl: string;
  /** The site's name in authenticator apps and browsers. */
  siteName: string;
}
