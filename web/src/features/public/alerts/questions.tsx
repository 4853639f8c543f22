import { queryOptions, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Faq } from '@site/proto/content/v1/faqs.answers';
import * as strings from '../../../strings.js';
import { Listed } from '../../../ui/pages/listed.js';
import { LinkedText } from '../../../ui/linked-text.js';
import { Section } from '../../../ui/section.js';
import { Loading } from '../../../ui/skeleton.js';
import { request } from '../../../api/api.js';
import { embeddedAnswer } from '../../../api/embedded-answer.js';
import { useTakenOver } from '../../../ui/taken-over.js';
import { loggingFailure } from '../../../log-failure.js';
import { PLACEHOLDERS } from '../../../constants.js';

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
  initialData: () => embeddedAnswer<Faq[]>('/main/faqs'),
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

/** Accordion with one open answer at a time. Clicking the open question closes it. */
export function Questions() {
  const query = useQuery(faqsQuery);
  const isTakenOver = useTakenOver();
  const [openId, setOpenId] = useState<string>();
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
              {faqs.map(({ id, question, answer }) => {
                const isOpen = id === openId;
                return (
                  <div key={id} className="card min-w-0">
                    <h3 className="text-base">
                      <button
                        type="button"
                        aria-expanded={isOpen}
                        aria-controls={`answer-${id}`}
                        onClick={() => setOpenId(isOpen ? undefined : id)}
                        className="flex w-full items-center justify-between gap-4 rounded-lg px-5 py-4 text-left font-semibold"
                      >
                        <span className="min-w-0 wrap-anywhere">{question}</span>
                        <ChevronDown
                          aria-hidden="true"
                          size={20}
                          className={`shrink-0 transition-transform duration-200 ${isOpen ? 'rotate-180' : ''}`}
                        />
                      </button>
                    </h3>
                    <div
                      id={`answer-${id}`}
                      hidden={!isOpen}
                      className="open-without-script max-w-[70ch] px-5 pb-5 whitespace-pre-line wrap-anywhere text-ink-soft"
                    >
                      <LinkedText text={answer} />
                    </div>
                  </div>
                );
              })}
            </div>
          )}
        </Listed>
      </div>
    </Section>
  );
}
