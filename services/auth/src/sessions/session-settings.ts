export const SESSION_SETTINGS = Symbol('session settings');

export interface SessionSettings {
  /** A session that was not used for so long has ended. */
  idleMinutes: number;
  /** Who must have a second factor; nobody when undefined. */
  secondFactorFor: 'admins' | 'all' | undefined;
  /** Whether browsers allow passkeys at this site's address. */
  passkeysPossible: boolean;
}
