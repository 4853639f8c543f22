/** How this site can reach people. */
export interface NotificationSettings {
  /** VAPID public key (RFC 8292), base64url of 65 bytes; undefined where web push is off. */
  vapidPublicKey: string | undefined;
  mail: boolean;
  sms: boolean;
  /** By which the carrier of texts signs its calls; undefined where texts are off. */
  smsAuthToken: string | undefined;
  /** The area codes of the numbers that may be signed up for texts. */
  smsAreaCodes: readonly string[];
  /** Nothing is sent (NOTIFICATIONS_PAUSED). */
  paused: boolean;
  /** The push services that browsers' subscriptions may name, as PUSH_HOSTS has them. */
  pushHosts: readonly string[];
}
export const SETTINGS = Symbol('notification settings');
