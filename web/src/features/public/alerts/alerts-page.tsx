import { DialogButton } from '../../../ui/dialogs/dialog-button.js';
import { PageHead } from '../../../ui/pages/page-head.js';
import * as strings from '../../../strings.js';
import { ActiveAlerts } from './active-alerts.js';
import { OfficialWays } from './official-ways.js';
import { Questions } from './questions.js';
import { SmsTerms } from './sms-terms.js';

const loadSignUp = async () => (await import('./sign-up-dialog.js')).SignUpDialog;

/** What is in effect now, how to be told, and the terms of being told. */
export function Page() {
  return (
    <>
      <PageHead
        title={strings.notificationAlerts}
        lead="Watches and warnings for Arkansas as they are issued. Text alerts are sent in partnership with a text-dispatch provider and also announce when our team goes live on social media."
      >
        <DialogButton load={loadSignUp}>{strings.getAlerts}</DialogButton>
      </PageHead>
      <div className="container-page grid gap-x-12 gap-y-14 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <ActiveAlerts />
        {/* Beside the list on a wide window, right below it on a narrow one: before the terms, which can wait. */}
        <aside
          id="official"
          aria-labelledby="official-heading"
          className="card h-fit p-6 lg:sticky lg:top-24 lg:row-span-3"
        >
          <h2 id="official-heading" className="text-lg">
            Official ways to be warned
          </h2>
          <OfficialWays className="mt-4 flex flex-col gap-4" />
        </aside>
        <SmsTerms />
        <Questions />
      </div>
    </>
  );
}
