import type { ResetRequested, ResetToken } from '@site/proto/auth/v1/passwords.answers';
import { request } from '../../../api/api.js';

/** A forgotten password: a code is asked for, comes by mail, and is exchanged for the right to choose a new one. */

/** What goes from screen to screen in the history's state: a reload keeps it, and an address bar never shows it. */
export interface ResetState extends Partial<ResetRequested & ResetToken> {
  email?: string;
  /** The server's sentence about the code. */
  sent?: string;
}

export const requestCode = (email: string) =>
  request<ResetRequested | null>('/admin/auth/forgot/password', { method: 'POST', json: { email } });

export const verifyCode = (email: string, code: string) =>
  request<ResetToken>('/admin/auth/verify/otp', { method: 'POST', json: { email, code } });

export const resetPassword = (token: string, newPassword: string) =>
  request('/admin/auth/reset/password', { method: 'POST', json: { reset_token: token, new_password: newPassword } });

/** The state that a screen was opened with, whatever a browser made of it. */
export function readResetState(state: unknown): ResetState {
  return typeof state === 'object' && state !== null ? state : {};
}
