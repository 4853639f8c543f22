/** Choice of the sponsor page's design. */
import type { EditedSponsor } from '@site/proto/submissions/v1/sponsors.responses';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { useMutation } from '@tanstack/react-query';
import { hasStatus } from '@/api/admin.js';
import { DESIGN_PREVIEW_MAX, SPONSOR_DESIGNS } from '@/constants/display-constants.js';
import { logFailure } from '@/log-failure.js';
import { Check, Circle, Crop, LayoutGrid, type LucideIcon, RectangleHorizontal } from 'lucide-react';
import { useId, useRef } from 'react';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { ApiError } from '@/api/api.js';
import { SponsorPlate } from '@/components/content/sponsor-plate.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog.js';
import { activateDesign, publicSponsor } from './sponsors.js';

const designs: { view: SponsorView; name: string; Icon: LucideIcon }[] = [
  { view: SPONSOR_DESIGNS.bar, name: 'Bar', Icon: RectangleHorizontal },
  { view: SPONSOR_DESIGNS.circle, name: 'Circle', Icon: Circle },
  { view: SPONSOR_DESIGNS.grid, name: 'Grid', Icon: LayoutGrid },
  { view: SPONSOR_DESIGNS.crop, name: 'Crop', Icon: Crop },
];

const nameOf = (view: SponsorView) => designs.find((design) => design.view === view)?.name ?? '';

interface DesignPickerProps {
  selected: SponsorView;
  /** The design on the public pages; undefined until loaded. */
  inUse: SponsorView | undefined;
  onSelect: (view: SponsorView) => void;
  /** Absent without sponsors. */
  onActivate: (() => void) | undefined;
}

/** Previews a design on the cards below; the site changes only on activation. */
export function DesignPicker({ selected, inUse, onSelect, onActivate }: DesignPickerProps) {
  const group = useId();
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
      <fieldset className="flex items-center gap-1 rounded-full bg-surface p-1 shadow-card">
        <legend className="sr-only">Sponsor design</legend>
        {designs.map(({ view, name, Icon }) => (
          <label
            key={view}
            title={name}
            className="relative inline-flex size-11 items-center justify-center rounded-full text-ink-soft transition-colors duration-150 hover:bg-surface-raised has-checked:bg-sky has-checked:text-on-sky has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sky"
          >
            <input
              type="radio"
              name={group}
              value={view}
              checked={view === selected}
              onChange={() => onSelect(view)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
            />
            <Icon aria-hidden="true" size={20} className="pointer-events-none" />
            <span className="sr-only">{view === inUse ? `${name}, in use` : name}</span>
            {view === inUse && (
              <span
                aria-hidden="true"
                className="pointer-events-none absolute -top-0.5 -right-0.5 flex size-4 items-center justify-center rounded-full bg-ozark text-surface"
              >
                <Check size={11} strokeWidth={3.5} />
              </span>
            )}
          </label>
        ))}
      </fieldset>
      {inUse && (
        <p className="text-sm text-ink-soft">
          {selected === inUse
            ? `${nameOf(inUse)} is in use.`
            : `Preview of ${nameOf(selected)}. ${nameOf(inUse)} is in use.`}
        </p>
      )}
      {onActivate && (
        <Button
          tone="secondary"
          className="sm:ml-auto"
          aria-disabled={selected === inUse || undefined}
          onClick={() => selected !== inUse && onActivate()}
        >
          Activate this Design
        </Button>
      )}
    </div>
  );
}

interface DesignDialogProps {
  view: SponsorView;
  /** Approved ones. */
  sponsors: EditedSponsor[];
  onActivated: (action: string) => void;
  onClose: () => void;
}

export function DesignDialog({ view, sponsors, onActivated, onClose }: DesignDialogProps) {
  const confirmed = useRef(false);
  const activation = useMutation({
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
      title={dashboardStrings.activateThisDesign}
      text="Are you sure you want to activate this design of sponsors."
      cancelLabel={strings.cancel}
      confirmLabel={dashboardStrings.activateThisDesign}
      busyLabel="Activating..."
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
          {sponsors.slice(0, DESIGN_PREVIEW_MAX).map((sponsor) => (
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

const isNetworkFailure = (error: Error) => hasStatus(error, 0);
