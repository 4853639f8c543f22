import { siteName, stateName } from '@site/regions/state';
import { useSiteContent } from '@/components/content/site-content.js';
import { DialogButton } from '@/ui/dialogs/dialog-button.js';
import { PageHead } from '@/ui/pages/page-head.js';
import * as strings from '@/strings/public-strings.js';
import { UnlistedElsewhere, UnlistedOfPlace } from '@/components/alerts/unlisted-alerts.js';
import { ActiveAlerts } from './active-alerts.js';
import { OfficialWays } from './official-sources.js';
import { Questions } from './questions.js';
import { Section } from '@/ui/page-section.js';

const loadSignUp = async () => (await import('./get-alerts/get-alerts-dialog.js')).GetAlertsDialog;

/** Without a text message provider, the other channels come first. */
export function Page() {
  const { data } = useSiteContent();
  const hasSms = data === undefined || data.site.text_dispatch_url !== '';
  return (
    <>
      <PageHead
        title="Notification Alerts"
        lead={
          hasSms
            ? `Watches and warnings for ${stateName} as they are issued. Text alerts are sent in partnership with a text-dispatch provider and also announce when our team goes live on social media.`
            : `Watches and warnings for ${stateName} as they are issued. We can’t send text messages right now. You can get notifications or email instead.`
        }
      >
        <DialogButton load={loadSignUp}>{strings.getAlerts}</DialogButton>
      </PageHead>
      <div className="container-page grid grid-cols-1 gap-x-12 gap-y-14 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <ActiveAlerts />
          <UnlistedOfPlace />
          <UnlistedElsewhere className="mt-4" />
        </div>
        {/* Beside the list in wide windows, below it in narrow ones, but always before the terms. */}
        <aside
          id="official"
          aria-labelledby="official-heading"
          className="card h-fit p-6 lg:sticky lg:top-24 lg:row-span-3"
        >
          <h2 id="official-heading" className="text-lg">
            {hasSms ? 'Official ways to get warnings' : 'Options that work today'}
          </h2>
          <OfficialWays className="mt-4 flex flex-col gap-4" />
          {!hasSms && (
            <div className="mt-5 border-t border-line pt-5">
              <p>Our newsletter brings stories and forecasts by email. It doesn’t replace warnings.</p>
              <DialogButton load={loadSignUp} tone="secondary" size="small" className="mt-3">
                Get the newsletter
              </DialogButton>
            </div>
          )}
        </aside>
        <SmsTerms note={hasSms ? undefined : 'They apply once text messages are available again.'} />
        <Questions />
      </div>
    </>
  );
}

/** Terms that text message programs must publish. The subheadings are quoted from the specification. */
const terms: [string, string][] = [
  [
    'Service Description',
    `${siteName} sends text messages about severe weather in ${stateName}, in partnership with a text-dispatch provider. Messages also announce when our team goes live on social media.`,
  ],
  [
    'Message Frequency',
    'The number of messages varies with the weather: none on a quiet day, several on a stormy one.',
  ],
  [
    'Message Content',
    'Messages name the kind of alert, the counties and the time, and link to the full text. They repeat what the National Weather Service has issued and do not replace it.',
  ],
  ['Cost', 'The service is free. Your mobile provider’s message and data rates may apply.'],
  ['Opt-Out', 'Reply STOP to any message to unsubscribe immediately. Reply HELP for help.'],
  [
    'Privacy',
    'We use your number only to send the messages you asked for. We don’t sell it or share it for advertising.',
  ],
  [
    'Support',
    'Reply HELP to any message, or contact the text-dispatch provider, whose address is given where you sign up. Delivery depends on mobile networks and can’t be guaranteed, so keep a second way to get warnings.',
  ],
];

/** @param note above the terms while text messages aren't offered */
function SmsTerms({ note }: { note?: string | undefined }) {
  return (
    <Section title={strings.termsOfService} className="h-fit">
      {note && <p className="mt-2 text-ink-soft">{note}</p>}
      <div className="card mt-6 px-5 md:px-6">
        <Terms />
      </div>
    </Section>
  );
}

function Terms() {
  return (
    <div className="divide-y divide-line">
      {terms.map(([heading, text]) => (
        <div key={heading} className="grid gap-x-6 gap-y-1 py-5 sm:grid-cols-[10rem_1fr]">
          <h3 className="text-base">{heading}</h3>
          <p className="text-ink-soft">{text}</p>
        </div>
      ))}
    </div>
  );
}
