import { DialogButton } from '../../components/dialog-button.js';
import { PageTitle } from '../../components/page-title.js';
import { strings } from '../../strings.js';
import { ActiveAlerts } from './active-alerts.js';
import { OfficialWays } from './official-ways.js';
import { Questions } from './questions.js';
import { SmsTerms } from './sms-terms.js';

const loadSignUp = async () => (await import('./sign-up-dialog.js')).SignUpDialog;

/** What is in effect now, how to be told, and the terms of being told. */
export function Page() {
  return (
    <>
      <section className="border-b border-line bg-surface">
        <div className="container-page py-10 md:py-16">
          <PageTitle title={strings.notificationAlerts} />
          <p className="mt-4 max-w-2xl text-lg text-ink-soft">
            Watches and warnings for Arkansas as they are issued. Text alerts are sent in partnership with a
            text-dispatch provider and also announce when our team goes live on social media.
          </p>
          <div className="mt-6">
            <DialogButton load={loadSignUp}>{strings.getAlerts}</DialogButton>
          </div>
        </div>
      </section>
      <div className="container-page flex flex-col gap-16 pt-10 md:gap-20 md:pt-14">
        <ActiveAlerts />
        <section id="official" aria-labelledby="official-heading" className="max-w-3xl scroll-mt-24">
          <h2 id="official-heading" className="text-2xl">
            Official ways to be warned
          </h2>
          <OfficialWays className="mt-4 list-disc space-y-2 pl-5" />
        </section>
        <SmsTerms />
        <Questions />
      </div>
    </>
  );
}
