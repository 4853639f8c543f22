import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../dashboard-kit/list/empty-state.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { Button } from '../../../ui/button.js';
import type { SponsorView } from '../../../domain/content/site-content.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { PLACEHOLDERS } from '../../../constants.js';
import { strings } from '../../../strings.js';
import { approvedGridLook } from './approved-sponsors.js';
import { DesignPicker } from './design-picker.js';
import { pendingGridLook } from './pending-sponsors.js';
import { useMoreSponsors, type AdminSponsor, type SponsorLists, type SponsorState } from './sponsor-lists.js';

interface SponsorBoardProps {
  state: SponsorState;
  lists: UseQueryResult<SponsorLists>;
  picker: {
    chosen: SponsorView;
    inUse: SponsorView | undefined;
    onChoose: (view: SponsorView) => void;
    onActivate: () => void;
  };
  /** What stands there when the list is empty. */
  empty: string;
  Icon: LucideIcon;
  done?: boolean;
  children: (sponsors: AdminSponsor[]) => ReactNode;
}

/** One tab: the designs, and the list or what is to be said instead. */
export function SponsorBoard({ state, lists, picker, empty, Icon, done, children }: SponsorBoardProps) {
  const more = useMoreSponsors(state);
  const hasItems = (lists.data?.[state].sponsors.length ?? 0) > 0;
  return (
    <>
      <DesignPicker {...picker} onActivate={hasItems ? picker.onActivate : undefined} />
      <Loaded query={lists} failure={strings.somethingWrong} placeholder={<Placeholder state={state} />}>
        {({ [state]: { sponsors, nextCursor } }) => (
          <>
            {sponsors.length === 0 ? (
              <EmptyState Icon={Icon} done={done ?? false}>
                {empty}
              </EmptyState>
            ) : (
              children(sponsors)
            )}
            {nextCursor && (
              <div className="mt-8 flex justify-center">
                <Button tone="secondary" onClick={() => more.mutate()} busyLabel={more.isPending && 'Loading…'}>
                  {more.isError ? 'That did not work. Try again' : 'Show more'}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function Placeholder({ state }: { state: SponsorState }) {
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
