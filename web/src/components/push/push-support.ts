/** Whether this browser can get push notifications. */

/**
 * "ready": permission is granted, or a click may request it. "blocked": the visitor declined, and only the browser's
 * settings can change that. "install first": an iPhone or iPad, where only sites on the home screen may notify (iOS
 * 16.4).
 */
export type PushSupport = 'ready' | 'blocked' | 'install first' | 'unsupported';

/** iPads identify themselves as Macs, but no Mac has a touch screen. */
const isAppleMobile = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;

/** Returns whether this browser can get push notifications, and otherwise why not. */
export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'blocked' : 'ready';
  return isAppleMobile() && !isInstalled() ? 'install first' : 'unsupported';
}
