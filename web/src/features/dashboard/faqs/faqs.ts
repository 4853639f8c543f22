import { faqInput } from '@site/proto/content/v1/faqs.schema';
import { request, type Answer } from '../../../api/api.js';
import type { Stored } from '../../../dashboard-kit/editor/editor.js';
import { faultsOf } from '../../../dashboard-kit/editor/faults.js';
import { findInList, pagedQuery } from '../../../dashboard-kit/list/paged-query.js';
import { sendForm, type SaveCall } from '../../../dashboard-kit/editor/save.js';

/** A frequently asked question as the dashboard edits it. */
export interface AdminFaq {
  id: string;
  question: string;
  answer: string;
  version: number;
}
export type FaqValues = Pick<AdminFaq, 'question' | 'answer'>;

const address = '/admin/main/faqs';
export const faqsList = 'faqs';
export const faqsQuery = pagedQuery<AdminFaq>(['admin', faqsList], address);

export const storedFaq = (faq: AdminFaq | undefined): Stored<FaqValues> => ({
  values: { question: faq?.question ?? '', answer: faq?.answer ?? '' },
  version: faq?.version,
});

export const checkFaq = (values: FaqValues) => faultsOf(faqInput, values, ['question', 'answer']);

export function saveFaq(
  id: string | undefined,
  { question, answer }: FaqValues,
  call: SaveCall,
): Promise<Answer<AdminFaq>> {
  return id === undefined
    ? sendForm(`${address}/create`, { question, answer }, call)
    : sendForm(`${address}/edit`, { question, answer, faq_id: id }, call);
}

export async function loadFaq(id: string): Promise<Stored<FaqValues> | undefined> {
  const faq = await findInList<AdminFaq>(address, id);
  return faq && storedFaq(faq);
}

export const deleteFaq = ({ id }: AdminFaq) => request(`${address}/delete/${encodeURIComponent(id)}`);
