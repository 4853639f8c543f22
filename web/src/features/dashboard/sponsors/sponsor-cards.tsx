/** Cards of approved and pending sponsors. */
import type { EditedSponsor } from '@site/proto/submissions/v1/sponsors.responses';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { Star } from 'lucide-react';
import { useId } from 'react';
import { SPONSOR_DESIGNS } from '@/constants/display-constants.js';
import { ImageFailure } from '@/dashboard-kit/admin-image.js';
import { Ago, FactRows } from '@/dashboard-kit/facts.js';
import { ItemActions } from '@/dashboard-kit/list/paged-list.js';
import type { ReviewCardProps } from '@/dashboard-kit/review/review-list.js';
import { SponsorPlate } from '@/components/content/sponsor-plate.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { Button, IconButton } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { publicSponsor } from './sponsors.js';

/** Designs in which the plate is the card itself. */
const plateIsCard = new Set<SponsorView>([SPONSOR_DESIGNS.circle, SPONSOR_DESIGNS.grid]);

const selectedClassName = 'ring-3 ring-sky';

interface ApprovedCardProps extends ReviewCardProps<EditedSponsor> {
  view: SponsorView;
  isTop: boolean;
  onEdit: (sponsor: EditedSponsor) => void;
  onTop: (sponsor: EditedSponsor) => void;
}

export function ApprovedCard(props: ApprovedCardProps) {
  const { item: sponsor, selected, selectBox, view, isTop, onEdit, onTop, onOpenDialog } = props;
  const nameId = useId();
  const { company_name: company, is_top: isTopSponsor, picture } = sponsor;
  const outside = plateIsCard.has(view);
  return (
    <li
      data-sponsor={sponsor.id}
      className={classNames('flex flex-col', !outside && 'card overflow-hidden', selected && selectedClassName)}
    >
      <span className={classNames('relative flex h-40 items-center justify-center', !outside && 'bg-surface-raised')}>
        <SponsorPlate sponsor={publicSponsor(sponsor)} view={view} />
        <span className="absolute top-0 left-0">{selectBox}</span>
        <IconButton
          label={`Top sponsor: ${company}`}
          aria-pressed={isTopSponsor}
          title={isTopSponsor ? 'Chosen as top sponsor' : 'Choose as top sponsor'}
          onClick={() => onTop(sponsor)}
          className="absolute top-0 right-0"
        >
          <Star
            aria-hidden="true"
            size={18}
            className={isTopSponsor ? 'fill-current text-clay' : isTop ? 'text-clay' : 'text-ink-soft'}
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
      <Note isTop={isTop} isTopSponsor={isTopSponsor} image={picture} centred={outside} />
      <ItemActions
        describedBy={nameId}
        onDelete={() => onOpenDialog('delete')}
        openId={sponsor.id}
        onEdit={() => onEdit(sponsor)}
        className={classNames('mt-auto', outside ? 'pt-3' : 'p-4 pt-3')}
      />
    </li>
  );
}

interface NoteProps {
  isTop: boolean;
  isTopSponsor: boolean;
  image: EditedSponsor['picture'];
  centred: boolean;
}

function Note({ isTop, isTopSponsor, image, centred }: NoteProps) {
  const notes = [
    isTop && (isTopSponsor ? 'Top sponsor' : 'Top sponsor (first in the list)'),
    image?.state === 'processing' && 'The logo is being prepared…',
    image?.state === 'rejected' && (image.rejected_because || 'The logo can’t be shown.'),
  ].filter(Boolean);
  const className = classNames('text-sm wrap-anywhere text-ink-soft', centred ? 'text-center' : 'px-4');
  return (
    <>
      {notes.length > 0 && <span className={className}>{notes.join(' · ')}</span>}
      {image?.state === 'failed' && (
        <span className={className}>
          <ImageFailure image={image} noun="logo" />
        </span>
      )}
    </>
  );
}

export function PendingCard({ item: sponsor, selected, selectBox, onOpen }: ReviewCardProps<EditedSponsor>) {
  const companyId = useId();
  return (
    <li data-sponsor={sponsor.id} className={classNames('card flex flex-col p-5', selected && selectedClassName)}>
      <FactRows
        className="flex-1"
        name={strings.companyName}
        nameId={companyId}
        facts={[
          [strings.name, sponsor.name],
          [strings.email, sponsor.email],
          [strings.companyName, sponsor.company_name],
        ]}
      />
      <div className="mt-2 -mr-2 flex items-center justify-between text-sm text-ink-soft">
        <p>
          Sent <Ago at={sponsor.created_at} />
        </p>
        {selectBox}
      </div>
      <Button
        tone="secondary"
        data-open={sponsor.id}
        className="mt-2"
        aria-describedby={companyId}
        aria-haspopup="dialog"
        aria-keyshortcuts="A R X"
        onClick={onOpen}
      >
        {dashboardStrings.quickView}
      </Button>
    </li>
  );
}
