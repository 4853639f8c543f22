/** Confirms that a device is reachable by posting back the token of its first push. */
import { keepToken } from './device-store.js';
import type { Notice } from './notice.js';
import { pushWords } from './push-words.js';

/** Short, because a warning may follow. */
const patienceMs = 8_000;

/** Tries to confirm, and returns the notification for the first push. */
export async function confirmNotice(notice: Notice, token: string): Promise<Notice> {
  const words = pushWords(notice.lang);
  if (await confirmed(token)) {
    const data = { ...notice.data, confirm: undefined };
    return { ...notice, title: words.allSet, body: words.willCome, data };
  }
  return { ...notice, title: words.oneMoreStep, body: words.tryAgain };
}

/** Confirms the device and stores the token, which authorizes later changes. Returns whether it worked; idempotent. */
export async function confirmed(token: string): Promise<boolean> {
  try {
    const answer = await fetch('/main/notifications/confirm', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ token }),
      credentials: 'omit',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!answer.ok) return false;
    const { data } = (await answer.json()) as { data?: { management_token?: unknown } | null };
    const managementToken = data?.management_token;
    if (typeof managementToken === 'string' && managementToken !== '') await keepToken(managementToken);
    return true;
  } catch {
    return false;
  }
}
