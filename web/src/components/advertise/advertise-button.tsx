import * as strings from '@/strings/public-strings.js';
import { ButtonLink, type ButtonTone } from '@/ui/button.js';
import { DialogButton } from '@/ui/dialogs/dialog-button.js';

const load = async () => (await import('./advertise-dialog.js')).AdvertiseDialog;

export function AdvertiseButton({ tone }: { tone?: ButtonTone }) {
  return (
    <>
      <DialogButton load={load} tone={tone}>
        Advertise With Us
      </DialogButton>
      <noscript>
        <ButtonLink to="/contact" tone={tone}>
          {strings.contactUs}
        </ButtonLink>
      </noscript>
    </>
  );
}
