export const SESSION_SETTINGS = Symbol('session settings');

export interface SessionSettings {
  /** Idle timeout of a session. */
  idleMinutes: number;
  /** Who must have a second factor; no one when undefined. */
  secondFactorFor: 'admins' | 'all' | undefined;
  /** Whether browsers allow passkeys at this site's address. */
  passkeysPossible: boolean;
}
