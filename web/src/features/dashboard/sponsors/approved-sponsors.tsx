import type { EditedSponsor } from '@site/proto/submissions/v1/sponsors.answers';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { Star } from 'lucide-react';
import { useId } from 'react';
import { PictureFailure } from '../../../dashboard-kit/admin-picture.js';
import { ItemActions } from '../../../dashboard-kit/list/item-actions.js';
import { IconButton } from '../../../ui/button.js';
import { classNames } from '../../../ui/class-names.js';
import { SponsorPlate } from '../../../domain/content/sponsor-plate.js';
import { SPONSOR_DESIGNS } from '../../../constants.js';
import { publicSponsor } from './sponsor-logo.js';

/** Up to four columns. */
export const approvedGridLook = 'grid grid-cols-1 gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3 xl:grid-cols-4';

/** Designs in which the plate is the card itself, with its buttons below. */
const plateIsCard = new Set<SponsorView>([SPONSOR_DESIGNS.circle, SPONSOR_DESIGNS.grid]);

interface SponsorActions {
  /** The design being previewed. */
  view: SponsorView;
  onEdit: (sponsor: EditedSponsor) => void;
  onDelete: (sponsor: EditedSponsor) => void;
  onTop: (sponsor: EditedSponsor) => void;
}

/** The approved sponsors in a design. */
export function ApprovedSponsors({ sponsors, ...actions }: SponsorActions & { sponsors: EditedSponsor[] }) {
  // If no sponsor is chosen, the first one is shown in the hero.
  const top = sponsors.find((sponsor) => sponsor.is_top) ?? sponsors[0];
  return (
    <ul data-view={actions.view} className={approvedGridLook}>
      {sponsors.map((sponsor) => (
        <ApprovedCard key={sponsor.id} sponsor={sponsor} isTop={sponsor === top} {...actions} />
      ))}
    </ul>
  );
}

interface ApprovedCardProps extends SponsorActions {
  sponsor: EditedSponsor;
  isTop: boolean;
}

function ApprovedCard({ sponsor, view, isTop, onEdit, onDelete, onTop }: ApprovedCardProps) {
  const nameId = useId();
  const { company_name: company, is_top: isChosen, picture } = sponsor;
  const outside = plateIsCard.has(view);
  return (
    <li data-sponsor={sponsor.id} className={classNames('flex flex-col', !outside && 'card overflow-hidden')}>
      <span className={classNames('relative flex h-40 items-center justify-center', !outside && 'bg-surface-raised')}>
        <SponsorPlate sponsor={publicSponsor(sponsor)} view={view} />
        <IconButton
          label={`Top sponsor: ${company}`}
          aria-pressed={isChosen}
          title={isChosen ? 'Chosen as top sponsor' : 'Choose as top sponsor'}
          onClick={() => onTop(sponsor)}
          className="absolute top-0 right-0"
        >
          <Star
            aria-hidden="true"
            size={18}
            className={isChosen ? 'fill-current text-clay' : isTop ? 'text-clay' : 'text-ink-soft'}
          />
        </IconButton>
      </span>
      <span
        id={nameId}
        title={company}
        className={classNames('line-clamp-3 font-semibold wrap-anywhere', outside ? 'text-center' : 'px-4 pt-3')}
      >
        {company}
      </span>
      <Note isTop={isTop} isChosen={isChosen} picture={picture} centred={outside} />
      <ItemActions
        describedBy={nameId}
        onDelete={() => onDelete(sponsor)}
        onEdit={() => onEdit(sponsor)}
        className={classNames('mt-auto', outside ? 'pt-3' : 'p-4 pt-3')}
      />
    </li>
  );
}

interface NoteProps {
  isTop: boolean;
  isChosen: boolean;
  picture: EditedSponsor['picture'];
  centred: boolean;
}

/** Notes on a sponsor, such as "Top sponsor". */
function Note({ isTop, isChosen, picture, centred }: NoteProps) {
  const notes = [
    isTop && (isChosen ? 'Top sponsor' : 'Top sponsor (first in the list)'),
    picture?.state === 'processing' && 'The logo is being prepared…',
    picture?.state === 'rejected' && (picture.rejected_because || 'The logo can’t be shown.'),
  ].filter(Boolean);
  const look = classNames('text-sm wrap-anywhere text-ink-soft', centred ? 'text-center' : 'px-4');
  return (
    <>
      {notes.length > 0 && <span className={look}>{notes.join(' · ')}</span>}
      {picture?.state === 'failed' && (
        <span className={look}>
          <PictureFailure picture={picture} noun="logo" />
        </span>
      )}
    </>
  );
}
