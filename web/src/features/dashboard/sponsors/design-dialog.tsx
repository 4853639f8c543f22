import type { EditedSponsor } from '@site/proto/submissions/v1/sponsors.answers';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../../api/api.js';
import { Banner } from '../../../ui/banner.js';
import { classNames } from '../../../ui/class-names.js';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.js';
import { logFailure } from '../../../log-failure.js';
import { SponsorPlate } from '../../../domain/content/sponsor-plate.js';
import { DESIGN_PREVIEW_MOST } from '../../../constants.js';
import * as strings from '../../../strings.js';
import { nameOf } from './design-picker.js';
import { activateDesign } from './sponsor-lists.js';
import { publicSponsor } from './sponsor-logo.js';

interface DesignDialogProps {
  view: SponsorView;
  /** Approved sponsors; the first few are shown. */
  sponsors: EditedSponsor[];
  onActivated: (action: string) => void;
  onClose: () => void;
}

/** Previews the first sponsors as on the public pages and asks for confirmation. */
export function DesignDialog({ view, sponsors, onActivated, onClose }: DesignDialogProps) {
  const confirmed = useRef(false);
  const activation = useMutation({
    networkMode: 'always',
    mutationFn: activateDesign,
    onSuccess: ({ action }) => onActivated(action),
    onError: (error) => {
      confirmed.current = false;
      if (isNetworkFailure(error)) logFailure('activating a design', error);
    },
  });
  const { error } = activation;

  function confirm() {
    if (confirmed.current) return;
    confirmed.current = true;
    activation.mutate(view);
  }

  return (
    <ConfirmDialog
      open
      title={strings.activateThisDesign}
      text={strings.activateDesignQuestion}
      cancelLabel={strings.cancel}
      confirmLabel={strings.activateThisDesign}
      busyLabel={strings.activating}
      busy={activation.isPending}
      harmless
      error={
        error && !isNetworkFailure(error) && (error instanceof ApiError && error.action ? error.action : error.message)
      }
      onConfirm={confirm}
      onCancel={onClose}
    >
      {/* The specification only logs a lost connection; saying that nothing changed is still allowed. */}
      {error && isNetworkFailure(error) && <Banner tone="info">The design on the site hasn’t changed.</Banner>}
      <figure className="mt-1">
        <ul
          data-view={view}
          className={classNames(
            'grid place-items-center justify-center gap-3 rounded-md bg-canvas px-2 py-6 md:gap-4',
            // Two columns would be wider than the dialog on a phone.
            sponsors.length > 1 && 'min-[28rem]:grid-cols-[auto_auto]',
          )}
        >
          {sponsors.slice(0, DESIGN_PREVIEW_MOST).map((sponsor) => (
            <li key={sponsor.id}>
              <SponsorPlate sponsor={publicSponsor(sponsor)} view={view} />
            </li>
          ))}
        </ul>
        <figcaption className="mt-2 text-sm text-ink-soft">
          {sponsors.length > 0 ? `${nameOf(view)}, as on the home page.` : 'No sponsors have been approved yet.'}
        </figcaption>
      </figure>
    </ConfirmDialog>
  );
}

const isNetworkFailure = (error: Error) => error instanceof ApiError && error.status === 0;
