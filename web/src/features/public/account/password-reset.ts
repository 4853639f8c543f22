/** Password reset: request a code, receive it by mail, exchange it for a token that allows a new password. */
import type { ResetRequested, ResetToken } from '@site/proto/auth/v1/passwords.responses';
import { request } from '@/api/api.js';

/** In the history state: it survives a reload and never appears in the address bar. */
export interface ResetState extends Partial<ResetRequested & ResetToken> {
  email?: string;
  /** The server's message about the code. */
  sent?: string;
}

export const requestCode = (email: string) =>
  request<ResetRequested | null>('/admin/auth/forgot/password', { method: 'POST', json: { email } });

export const verifyCode = (email: string, code: string) =>
  request<ResetToken>('/admin/auth/verify/otp', { method: 'POST', json: { email, code } });

export const resetPassword = (token: string, newPassword: string) =>
  request('/admin/auth/reset/password', { method: 'POST', json: { reset_token: token, new_password: newPassword } });

/** Returns the history state; empty if the page was opened directly. */
export function readResetState(state: unknown): ResetState {
  return typeof state === 'object' && state !== null ? state : {};
}
