export interface NotificationSettings {
  /** VAPID public key (RFC 8292), base64url of 65 bytes; undefined if web push is off. */
  vapidPublicKey: string | undefined;
  mail: boolean;
  sms: boolean;
  /** Verifies the text carrier's callbacks; undefined if texts are off. */
  smsAuthToken: string | undefined;
  /** Area codes that may sign up for texts. */
  smsAreaCodes: readonly string[];
  /** Nothing is sent (NOTIFICATIONS_PAUSED). */
  paused: boolean;
  /** Allowed push services, from PUSH_HOSTS. */
  pushHosts: readonly string[];
}
export const SETTINGS = Symbol('notification settings');
