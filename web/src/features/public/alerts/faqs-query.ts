import type { Faq } from '@site/proto/content/v1/faqs.answers';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/api.js';
import { loggingFailure } from '../../../log-failure.js';
import { PLACEHOLDERS } from '../../../constants.js';

/** How many there were last time, for as long as the tab is open. */
const lengthKey = 'faqs-length';

export const faqsQuery = queryOptions({
  queryKey: ['faqs'],
  queryFn: ({ signal }) =>
    loggingFailure('loading the questions', signal, async () => {
      const { data } = await request<Faq[]>('/main/faqs', { signal });
      rememberLength(data.length);
      return data;
    }),
});

function rememberLength(length: number) {
  try {
    sessionStorage.setItem(lengthKey, String(length));
  } catch {
    // Without storage the usual number of bars holds the place.
  }
}

/** How many bars hold the place of the questions: as many as there were last time, else the specification's five. */
export function placeholderCount(): number {
  try {
    return Number(sessionStorage.getItem(lengthKey)) || PLACEHOLDERS.faqs;
  } catch {
    return PLACEHOLDERS.faqs;
  }
}
