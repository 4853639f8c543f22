import { useId } from 'react';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';

interface PendingActionsProps {
  /** Why approval isn't possible yet. */
  hindrance: string | undefined;
  describedBy?: string;
  className: string;
  onDecide: (decision: 'approve' | 'reject') => void;
}

export function PendingActions({ hindrance, describedBy = '', className, onDecide }: PendingActionsProps) {
  const hindranceId = useId();
  return (
    <>
      <Button
        tone="secondary"
        className={classNames('px-4', className)}
        aria-describedby={describedBy || undefined}
        onClick={() => onDecide('reject')}
      >
        {dashboardStrings.reject}
      </Button>
      <Button
        className={classNames('px-4', className)}
        aria-disabled={hindrance ? true : undefined}
        aria-describedby={`${describedBy} ${hindrance ? hindranceId : ''}`.trim() || undefined}
        title={hindrance}
        onClick={() => !hindrance && onDecide('approve')}
      >
        {dashboardStrings.approve}
      </Button>
      {hindrance && (
        <span id={hindranceId} hidden>
          {hindrance}
        </span>
      )}
    </>
  );
}
