import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSiteContent } from '@/components/content/site-content.js';
import { InstallOffer } from '@/components/install/install-offer.js';
import { NewsletterForm } from '@/components/newsletter/newsletter-form.js';
import * as strings from '@/strings/public-strings.js';
import { ExternalButtonLink } from '@/ui/button.js';
import type { OpenedDialogProps } from '@/ui/dialogs/dialog-button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { OfficialWays } from '../official-sources.js';
import { WarningSignUp } from './warning-sign-up.js';

export function GetAlertsDialog({ onClose, opener }: OpenedDialogProps) {
  const { data } = useSiteContent();
  const textDispatchUrl = data?.site.text_dispatch_url;
  return (
    <Dialog
      open
      onClose={onClose}
      returnFocusTo={opener}
      title={strings.getAlerts}
      description="Use more than one of these. No single way reaches you everywhere, all the time."
    >
      <div className="flex flex-col gap-8 pb-4">
        {textDispatchUrl && (
          <Way title="By text message">
            <p className="mb-4 text-ink-soft">
              Watches and warnings on your phone, sent by our text-dispatch partner. See the terms on this page.
            </p>
            <ExternalButtonLink href={textDispatchUrl}>Sign up for text alerts</ExternalButtonLink>
          </Way>
        )}
        <Way title="By notification or email">
          <p className="mb-4 text-ink-soft">
            For the counties you choose, without an account. See{' '}
            <Link className="text-link" to="/delivery">
              how fast our warnings are
            </Link>
            .
          </p>
          <WarningSignUp />
          <InstallOffer className="mt-4 text-sm text-ink-soft" />
        </Way>
        <Way title="From the National Weather Service">
          <OfficialWays className="list-disc space-y-2 pl-5" />
        </Way>
        <Way title="Our newsletter">
          <p className="mb-4 text-ink-soft">
            Stories and forecasts. It doesn’t replace warnings: an email may be hours old when you read it.
          </p>
          <NewsletterForm />
        </Way>
      </div>
    </Dialog>
  );
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-lg">{title}</h3>
      {children}
    </section>
  );
}
