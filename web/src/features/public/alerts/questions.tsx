import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Faq } from '@site/proto/content/v1/faqs.responses';
import * as strings from '@/strings/public-strings.js';
import { Listed } from '@/ui/pages/async-list.js';
import { LinkedText } from '@/ui/linked-text.js';
import { Section } from '@/ui/page-section.js';
import { Loading } from '@/ui/skeleton.js';
import { Summary } from '@/ui/details-summary.js';
import { request } from '@/api/api.js';
import { readEmbeddedData } from '@/api/embedded-response.js';
import { useTakenOver } from '@/ui/hydration.js';
import { loggingFailure } from '@/log-failure.js';
import { PLACEHOLDERS } from '@/constants/display-constants.js';

/** Session storage key of the last number of questions. */
const lengthKey = 'faqs-length';

const faqsQuery = queryOptions({
  queryKey: ['faqs'],
  queryFn: ({ signal }) =>
    loggingFailure('loading the questions', signal, async () => {
      const { data } = await request<Faq[]>('/main/faqs', { signal });
      rememberLength(data.length);
      return data;
    }),
  initialData: () => readEmbeddedData<Faq[]>('/main/faqs'),
});

function rememberLength(length: number) {
  try {
    sessionStorage.setItem(lengthKey, String(length));
  } catch {
    // Without storage, the default number of placeholders is used.
  }
}

/** Number of placeholder bars: the last known number of questions, or the specification's five. */
function placeholderCount(): number {
  try {
    return Number(sessionStorage.getItem(lengthKey)) || PLACEHOLDERS.faqs;
  } catch {
    return PLACEHOLDERS.faqs;
  }
}

/** Accordion: the shared name leaves one answer open at a time, in older browsers several. */
export function Questions() {
  const query = useQuery(faqsQuery);
  const isTakenOver = useTakenOver();
  if (query.data?.length === 0) return null;
  return (
    <Section title={strings.frequentlyAskedQuestions}>
      <div className="mt-6">
        <Listed
          items={query.data}
          hasFailed={query.errorUpdateCount > 0}
          failure="We can’t show the questions right now."
          query={query}
          waiting={
            <Loading
              label="Loading questions"
              className="flex flex-col gap-3"
              count={isTakenOver ? placeholderCount() : PLACEHOLDERS.faqs}
              each="h-14 rounded-lg"
            />
          }
          empty={null}
        >
          {(faqs) => (
            <div className="flex flex-col gap-3">
              {faqs.map(({ id, question, answer }) => (
                <details key={id} name="questions" className="group card min-w-0">
                  <Summary className="rounded-lg px-5 py-4">
                    <h3 className="min-w-0 text-base font-semibold wrap-anywhere">{question}</h3>
                  </Summary>
                  <div className="max-w-[70ch] px-5 pb-5 whitespace-pre-line wrap-anywhere text-ink-soft">
                    <LinkedText text={answer} />
                  </div>
                </details>
              ))}
            </div>
          )}
        </Listed>
      </div>
    </Section>
  );
}
