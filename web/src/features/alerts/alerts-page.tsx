import { ButtonLink, ExternalButtonLink } from '../../components/button.js';
import { PageTitle } from '../../components/page-title.js';
import { useSiteContent } from '../../components/site-content.js';
import { strings } from '../../strings.js';
import { ActiveAlerts } from './active-alerts.js';
import { Questions } from './questions.js';
import { SmsTerms } from './sms-terms.js';

/** What is in effect now, how to be told, and the terms of being told. */
export function Page() {
  const { data } = useSiteContent();
  const signUpUrl = data?.site.text_dispatch_url;
  return (
    <>
      <section className="border-b border-line bg-surface">
        <div className="container-page py-10 md:py-16">
          <PageTitle title={strings.notificationAlerts} />
          <p className="mt-4 max-w-2xl text-lg text-ink-soft">
            Watches and warnings for Arkansas as they are issued. Text alerts are sent in partnership with a
            text-dispatch provider and also announce when our team goes live on social media.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            {signUpUrl ? (
              <ExternalButtonLink href={signUpUrl}>{strings.getAlerts}</ExternalButtonLink>
            ) : (
              <ButtonLink to="#official">{strings.getAlerts}</ButtonLink>
            )}
          </div>
        </div>
      </section>
      <div className="container-page flex flex-col gap-16 pt-10 md:gap-20 md:pt-14">
        <ActiveAlerts />
        <section id="official" aria-labelledby="official-heading" className="max-w-3xl scroll-mt-24">
          <h2 id="official-heading" className="text-2xl">
            Official ways to be warned
          </h2>
          <ul className="mt-4 list-disc space-y-2 pl-5">
            <li>
              Wireless Emergency Alerts reach every phone near a tower, without signing up. Check in your phone’s
              settings that they are switched on.
            </li>
            <li>
              NOAA Weather Radio sounds an alarm even at night and without a phone network:{' '}
              <a className="text-link" href="https://www.weather.gov/nwr/" target="_blank" rel="noopener noreferrer">
                weather.gov/nwr
              </a>
              .
            </li>
            <li>
              The National Weather Service in Little Rock:{' '}
              <a className="text-link" href="https://www.weather.gov/lzk/" target="_blank" rel="noopener noreferrer">
                weather.gov/lzk
              </a>
              .
            </li>
          </ul>
        </section>
        <SmsTerms />
        <Questions />
      </div>
    </>
  );
}
