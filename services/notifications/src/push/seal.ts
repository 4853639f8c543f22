import webPush from 'web-push';

/** Keys of a browser's push subscription, base64url (RFC 8291). */
export interface BrowserKeys {
  p256dh: string;
  auth: string;
}

/**
 * Encrypts a message for one browser, as the body of a request with `Content-Encoding: aes128gcm`, with a new key pair
 * each time, as RFC 8291 requires.
 * @throws Error for invalid keys
 */
export const sealFor = ({ p256dh, auth }: BrowserKeys, text: string): Buffer =>
  webPush.encrypt(p256dh, auth, text, 'aes128gcm').cipherText;
