import webPush from 'web-push';

/** What a browser's messages are sealed with, base64url (RFC 8291). */
export interface BrowserKeys {
  p256dh: string;
  auth: string;
}

/**
 * A message that only one browser can read, as the body of a request with `Content-Encoding: aes128gcm`. With a key pair of its
 * own each time, as RFC 8291 asks.
 * @throws Error for keys that are none
 */
export const sealFor = ({ p256dh, auth }: BrowserKeys, text: string): Buffer =>
  webPush.encrypt(p256dh, auth, text, 'aes128gcm').cipherText;
