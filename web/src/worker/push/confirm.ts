import { keepToken } from './device-store.js';
import type { Notice } from './notice.js';

/** A device confirms that it can be reached by posting back what its first push held. */

/** A warning may come next: the push that asks for this is not waited for longer. */
const patienceMs = 8_000;

/** What to say of the first push, after trying to confirm. */
export async function confirmNotice(notice: Notice, token: string): Promise<Notice> {
  if (await confirmed(token)) {
    const data = { ...notice.data, confirm: undefined };
    return { ...notice, title: 'You will be told.', body: 'Warnings for your counties come to this device.', data };
  }
  return {
    ...notice,
    title: 'One more step',
    body: 'The line broke before this device was confirmed. Tap to try again.',
  };
}

/** Confirms, and keeps the token by which this device changes its wishes later. Whether it worked; it may be repeated. */
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
