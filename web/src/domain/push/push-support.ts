/** What this browser can do about notifications. */

/**
 * "ready": a click may ask for the permission, or it is there. "blocked": the person has said no, and only the browser's
 * settings can change that. "install first": an iPhone or iPad, where only a site on the home screen may notify (iOS 16.4).
 */
export type PushSupport = 'ready' | 'blocked' | 'install first' | 'unsupported';

/** iPads call themselves Macs; no Mac has a touch screen. */
const isAppleMobile = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;

export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'blocked' : 'ready';
  return isAppleMobile() && !isInstalled() ? 'install first' : 'unsupported';
}
