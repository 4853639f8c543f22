import { strings } from '../../strings.js';
import type { ButtonTone } from '../button.js';
import { DialogButton } from '../dialog-button.js';

const load = async () => (await import('./advertise-dialog.js')).AdvertiseDialog;

/** Opens the form with which a company asks to become a sponsor. */
export function AdvertiseButton({ tone }: { tone?: ButtonTone }) {
  return (
    <DialogButton load={load} tone={tone}>
      {strings.advertiseWithUs}
    </DialogButton>
  );
}
