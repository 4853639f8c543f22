import { contactInput, type ContactInput } from '@site/proto/submissions/v1/contact.schema';
import { request } from '../../../api/api.js';

export type ContactField = keyof ContactInput;
/** What is wrong, by field. */
export type ContactFaults = Partial<Record<ContactField, string>>;

export const emptyMessage: ContactInput = { name: '', phone: '', email: '', feedback: '' };

/** The message as it is sent, or what is wrong with it. */
export function checkMessage(values: ContactInput): { message: ContactInput } | { faults: ContactFaults } {
  const result = contactInput.safeParse(values);
  if (result.success) return { message: result.data };
  const faults: ContactFaults = {};
  for (const { path, message } of result.error.issues) faults[path[0] as ContactField] ??= message;
  return { faults };
}

export function sendMessage(message: ContactInput, headers: Record<string, string>) {
  const body = new URLSearchParams({ ...message });
  return request<{ id: string }>('/main/contact-us', { method: 'POST', body, headers });
}
