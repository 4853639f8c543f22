import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { NotAvailable } from '../../../ui/pages/not-available.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { strings } from '../../../strings.js';
import { faqsQuery, placeholderCount } from './faqs-query.js';

/** An accordion: one answer open at a time, and a click on the open question closes it. */
export function Questions() {
  const { data: faqs, errorUpdateCount, isFetching, refetch } = useQuery(faqsQuery);
  // While it is asked again after a failure, what was said of it stays.
  const isPending = !faqs && errorUpdateCount === 0;
  const [openId, setOpenId] = useState<string>();
  if (faqs?.length === 0) return null;
  return (
    <section aria-labelledby="questions-heading">
      <h2 id="questions-heading" className="text-2xl">
        {strings.frequentlyAskedQuestions}
      </h2>
      {isPending && (
        <Loading label="Loading questions" className="mt-6 flex flex-col gap-3">
          {Array.from({ length: placeholderCount() }, (_, key) => (
            <Skeleton key={key} className="h-14 rounded-lg" />
          ))}
        </Loading>
      )}
      {!isPending && !faqs && (
        <div className="mt-6">
          <NotAvailable isTrying={isFetching} onRetry={refetch}>
            The questions cannot be shown right now.
          </NotAvailable>
        </div>
      )}
      {faqs && (
        <div className="mt-6 flex flex-col gap-3">
          {faqs.map(({ id, question, answer }) => {
            const isOpen = id === openId;
            return (
              <div key={id} className="card">
                <h3 className="text-base">
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    aria-controls={`answer-${id}`}
                    onClick={() => setOpenId(isOpen ? undefined : id)}
                    className="flex w-full items-center justify-between gap-4 rounded-lg px-5 py-4 text-left font-semibold"
                  >
                    {question}
                    <ChevronDown
                      aria-hidden="true"
                      size={20}
                      className={`shrink-0 transition-transform duration-200 ${isOpen ? 'rotate-180' : ''}`}
                    />
                  </button>
                </h3>
                <div id={`answer-${id}`} hidden={!isOpen} className="px-5 pb-5 whitespace-pre-line text-ink-soft">
                  {answer}
                </div>
              </div>
            );
          })}
        </div>
      )}
    </section>
  );
}
