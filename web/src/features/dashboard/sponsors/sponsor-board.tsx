import type { EditedSponsor } from '@site/proto/submissions/v1/sponsors.answers';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/lists/empty-state.js';
import { ListOrder } from '../../../dashboard-kit/list/list-order.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import type { RequestLists, RequestState } from '../../../dashboard-kit/requests/request-lists.js';
import { ShowMore } from '../../../ui/lists/show-more.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { PLACEHOLDERS } from '../../../constants.js';
import * as strings from '../../../strings.js';
import { approvedGridLook } from './approved-sponsors.js';
import { DesignPicker } from './design-picker.js';
import { pendingGridLook } from './pending-sponsors.js';
import { sponsors as sent } from './sponsor-lists.js';

interface SponsorBoardProps {
  state: RequestState;
  lists: UseQueryResult<RequestLists<EditedSponsor, unknown>>;
  picker: {
    chosen: SponsorView;
    inUse: SponsorView | undefined;
    onChoose: (view: SponsorView) => void;
    onActivate: () => void;
  };
  /** Shown when the list is empty. */
  empty: string;
  Icon: LucideIcon;
  done?: boolean;
  children: (sponsors: EditedSponsor[]) => ReactNode;
}

/** One tab: the design picker and the list, or its empty state. */
export function SponsorBoard({ state, lists, picker, empty, Icon, done, children }: SponsorBoardProps) {
  const more = sent.useMore(state);
  const hasItems = (lists.data?.[state].items.length ?? 0) > 0;
  return (
    <>
      <DesignPicker {...picker} onActivate={hasItems ? picker.onActivate : undefined} />
      <Loaded query={lists} failure={strings.somethingWrong} placeholder={<Placeholder state={state} />}>
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
                  words={state === 'approved' ? ['sponsor', 'sponsors'] : ['request', 'requests']}
                  order={state === 'approved' ? 'in order of approval' : 'newest first'}
                />
                {children(sponsors)}
              </>
            )}
            <ShowMore list={{ ...more, hasNextPage: nextCursor !== null }} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Placeholder({ state }: { state: RequestState }) {
  return (
    <Loading label="Loading the sponsors" className={state === 'approved' ? approvedGridLook : pendingGridLook}>
      {Array.from({ length: PLACEHOLDERS.adminSponsors }, (_, index) => (
        <span key={index} data-skeleton="" className="card block overflow-hidden">
          <Skeleton className="h-40 rounded-none" />
          <span className="block p-4">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="mt-5 h-11 rounded-full" />
          </span>
        </span>
      ))}
    </Loading>
  );
}
