/** Page where a newsletter subscriber changes preferences or unsubscribes. */
import type { NewsletterPreferences } from '@site/proto/submissions/v1/newsletter.responses';
import type { Frequency } from '@site/proto/submissions/v1/newsletter.schema';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { request } from '@/api/api.js';
import { Button, ButtonLink } from '@/ui/button.js';
import { brokenLink, MailLinkCard, MailLinkForm, TokenLink, writeToUs } from './mail-link-card.js';
import { failureOf, useMailLink } from './mail-link.js';

const options: { frequency: Frequency; label: string; text: string; saved: string }[] = [
  {
    frequency: 'all',
    label: 'Every newsletter',
    text: 'Each newsletter on the day it’s sent.',
    saved: 'You’ll get each newsletter on the day it’s sent.',
  },
  {
    frequency: 'weekly',
    label: 'Once a week',
    text: 'At most one email a week.',
    saved: 'You’ll get at most one email a week.',
  },
];

const path = '/main/news/letter/preferences';

/** Reads the current choice; a request with only the token changes nothing. */
function useCurrentFrequency(token: string, enabled: boolean) {
  return useQuery({
    queryKey: ['newsletter preferences', token],
    queryFn: async ({ signal }) =>
      (await request<NewsletterPreferences>(path, { method: 'POST', json: { token }, signal })).data.frequency,
    enabled,
  });
}

/** Target of the "preferences" link in mails. */
export function Page() {
  const { token, state: sent, send } = useMailLink(path);
  const present = useCurrentFrequency(token, token !== '' && sent.kind === 'ready');
  const [picked, setPicked] = useState<Frequency>();
  const id = useId();

  const selected = picked ?? present.data;
  // Without scripts, the browser checks the choice itself.
  const isIncomplete = !selected && token !== '';
  const linkFailure = present.error ? failureOf(present.error) : undefined;
  // An unusable link is reported immediately. Failing to load the current choice doesn't block choosing.
  const state = sent.kind === 'ready' && linkFailure && linkFailure.kind !== 'failed' ? linkFailure : sent;

  function save() {
    if (selected) send({ frequency: selected });
  }

  return (
    <MailLinkCard
      state={state}
      titles={{
        question: 'How often would you like to hear from us?',
        done: 'Your choice is saved',
        closed: 'Nothing to choose',
      }}
      question={
        <MailLinkForm send={save} className="flex w-full flex-col items-start gap-5">
          <fieldset className="w-full">
            <legend className="text-ink-soft">For the address that received our email.</legend>
            <div className="mt-4 flex flex-col gap-3">
              {options.map(({ frequency, label, text }) => (
                <div
                  key={frequency}
                  className="relative flex items-start gap-3 rounded-md p-4 ring-1 ring-edge ring-inset has-checked:bg-sky-soft has-checked:ring-2 has-checked:ring-sky"
                >
                  <input
                    id={`${id}-${frequency}`}
                    type="radio"
                    name="frequency"
                    value={frequency}
                    required
                    checked={selected === frequency}
                    aria-describedby={`${id}-${frequency}-text`}
                    onChange={() => setPicked(frequency)}
                    className="relative z-1 mt-0.5 size-5 shrink-0 tick"
                  />
                  <div>
                    {/* The whole card is clickable. */}
                    <label htmlFor={`${id}-${frequency}`} className="font-semibold after:absolute after:inset-0">
                      {label}
                    </label>
                    <p id={`${id}-${frequency}-text`} className="text-ink-soft">
                      {text}
                    </p>
                  </div>
                </div>
              ))}
            </div>
          </fieldset>
          <Button
            type="submit"
            aria-disabled={isIncomplete || undefined}
            aria-describedby={isIncomplete ? `${id}-needed` : undefined}
            busyLabel={state.kind === 'working' && 'Saving...'}
          >
            Save
          </Button>
          <p className="text-sm text-ink-soft">
            <span id={`${id}-needed`}>{isIncomplete && 'Please choose one. '}</span>
            Want to stop?{' '}
            <TokenLink page="unsubscribe" token={token}>
              Unsubscribe
            </TokenLink>
            .
          </p>
        </MailLinkForm>
      }
      done={
        <>
          <p className="text-ink-soft">{options.find(({ frequency }) => frequency === selected)?.saved}</p>
          <ButtonLink to="/" tone="secondary">
            To the weather
          </ButtonLink>
        </>
      }
      useless={
        state.kind === 'closed' ? (
          <p className="text-ink-soft">{state.message} You can sign up at the bottom of every page.</p>
        ) : (
          <p className="text-ink-soft">
            {brokenLink} If that doesn’t help, {writeToUs}.
          </p>
        )
      }
    />
  );
}
