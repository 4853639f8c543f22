/** Confirms that a device is reachable by posting back the token of its first push. */
import { storeToken } from './device-store.js';
import type { Notice } from './notification.js';
import { getPushMessages } from './push-texts.js';

/** Short, because a warning may follow. */
const requestTimeoutMs = 8_000;

/** Tries to confirm, and returns the notification for the first push. */
export async function confirmNotice(notice: Notice, token: string): Promise<Notice> {
  const messages = getPushMessages(notice.lang);
  if (await confirmed(token)) {
    const data = { ...notice.data, confirm: undefined };
    return { ...notice, title: messages.allSet, body: messages.willCome, data };
  }
  return { ...notice, title: messages.oneMoreStep, body: messages.retryHint };
}

/** Confirms the device and stores the token, which authorizes later changes. Returns whether it worked; idempotent. */
export async function confirmed(token: string): Promise<boolean> {
  try {
    const response = await fetch('/main/notifications/confirm', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ token }),
      credentials: 'omit',
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    if (!response.ok) return false;
    const { data } = (await response.json()) as { data?: { management_token?: unknown } | null };
    const managementToken = data?.management_token;
    if (typeof managementToken === 'string' && managementToken !== '') await storeToken(managementToken);
    return true;
  } catch {
    return false;
  }
}
