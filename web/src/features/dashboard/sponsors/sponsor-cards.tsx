/** Cards of approved and pending sponsors. */
import type { EditedSponsor } from '@site/proto/submissions/v1/sponsors.responses';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import type { UseQueryResult } from '@tanstack/react-query';
import { type LucideIcon, Star } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { PLACEHOLDERS, SPONSOR_DESIGNS } from '@/constants/display-constants.js';
import { ImageFailure } from '@/dashboard-kit/admin-image.js';
import { Ago, FactRows } from '@/dashboard-kit/facts.js';
import { CardSkeletons, ItemActions, ListOrder, Loaded } from '@/dashboard-kit/list/paged-list.js';
import { OrderedList } from '@/dashboard-kit/list/ordered-list.js';
import type { RequestLists, RequestState } from '@/dashboard-kit/review/submission-lists.js';
import { SponsorPlate } from '@/components/content/sponsor-plate.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { Button, IconButton } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { ShowMore } from '@/ui/lists/show-more.js';
import { DesignPicker } from './design-picker.js';
import { address, publicSponsor, sponsors as sent } from './sponsors.js';

const approvedGridClassName = 'grid grid-cols-1 gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3 xl:grid-cols-4';

/** Designs in which the plate is the card itself. */
const plateIsCard = new Set<SponsorView>([SPONSOR_DESIGNS.circle, SPONSOR_DESIGNS.grid]);

interface SponsorActions {
  view: SponsorView;
  onEdit: (sponsor: EditedSponsor) => void;
  onDelete: (sponsor: EditedSponsor) => void;
  onTop: (sponsor: EditedSponsor) => void;
}

export function ApprovedSponsors({ sponsors, ...actions }: SponsorActions & { sponsors: EditedSponsor[] }) {
  // By default, the hero shows the first one.
  const top = sponsors.find((sponsor) => sponsor.is_top) ?? sponsors[0];
  return (
    <ul data-view={actions.view} className={approvedGridClassName}>
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
  const { company_name: company, is_top: isTopSponsor, picture } = sponsor;
  const outside = plateIsCard.has(view);
  return (
    <li data-sponsor={sponsor.id} className={classNames('flex flex-col', !outside && 'card overflow-hidden')}>
      <span className={classNames('relative flex h-40 items-center justify-center', !outside && 'bg-surface-raised')}>
        <SponsorPlate sponsor={publicSponsor(sponsor)} view={view} />
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
        onDelete={() => onDelete(sponsor)}
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

const pendingGridClassName = 'grid grid-cols-1 gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3';

interface PendingSponsorsProps {
  sponsors: EditedSponsor[];
  onOpen: (sponsor: EditedSponsor) => void;
}

export function PendingSponsors({ sponsors, onOpen }: PendingSponsorsProps) {
  return (
    <ul className={pendingGridClassName}>
      {sponsors.map((sponsor) => (
        <PendingCard key={sponsor.id} sponsor={sponsor} onOpen={() => onOpen(sponsor)} />
      ))}
    </ul>
  );
}

function PendingCard({ sponsor, onOpen }: { sponsor: EditedSponsor; onOpen: () => void }) {
  const companyId = useId();
  return (
    <li data-sponsor={sponsor.id} className="card flex flex-col p-5">
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
      <p className="mt-2 text-sm text-ink-soft">
        Sent <Ago at={sponsor.created_at} />
      </p>
      <Button
        tone="secondary"
        data-open=""
        className="mt-4"
        aria-describedby={companyId}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        {dashboardStrings.quickView}
      </Button>
    </li>
  );
}

const companyOf = ({ company_name: company }: EditedSponsor) => company;

interface SponsorBoardProps {
  state: RequestState;
  lists: UseQueryResult<RequestLists<EditedSponsor, unknown>>;
  picker: ComponentProps<typeof DesignPicker>;
  empty: string;
  Icon: LucideIcon;
  done?: boolean;
  children: (sponsors: EditedSponsor[]) => ReactNode;
}

export function SponsorBoard({ state, lists, picker, empty, Icon, done, children }: SponsorBoardProps) {
  const more = sent.useMore(state);
  const placeholder = (
    <CardSkeletons
      label="Loading the sponsors"
      count={PLACEHOLDERS.adminSponsors}
      className={state === 'approved' ? approvedGridClassName : pendingGridClassName}
      imageClassName="h-40"
      lines={['h-5 w-3/5', 'mt-5 h-11 rounded-full']}
    />
  );
  const hasItems = (lists.data?.[state].items.length ?? 0) > 0;
  return (
    <>
      <DesignPicker {...picker} onActivate={hasItems ? picker.onActivate : undefined} />
      <Loaded query={lists} failure={dashboardStrings.somethingWrong} placeholder={placeholder}>
        {({ [state]: { items: sponsors, nextCursor } }) => (
          <>
            {sponsors.length === 0 ? (
              <EmptyState Icon={Icon} done={done ?? false}>
                {empty}
              </EmptyState>
            ) : (
              <>
                <ListOrder
                  count={sponsors.length}
                  hasMore={nextCursor !== null}
                  nouns={state === 'approved' ? ['sponsor', 'sponsors'] : ['request', 'requests']}
                  order={state === 'approved' ? 'in the site’s order' : 'newest first'}
                />
                {state === 'approved' && nextCursor === null ? (
                  <OrderedList kind="sponsor" address={address} nameOf={companyOf} items={sponsors}>
                    {children(sponsors)}
                  </OrderedList>
                ) : (
                  children(sponsors)
                )}
              </>
            )}
            <ShowMore list={{ ...more, hasNextPage: nextCursor !== null }} />
          </>
        )}
      </Loaded>
    </>
  );
}
