import { CircleCheck } from 'lucide-react';
import { amount } from '../../../ui/figures.js';
import type { QuickDecision } from './decision-queue.js';

export type Tally = Record<QuickDecision, number>;

/** Shown when no photo is left. */
export function AllDone({ tally, more, underWay }: { tally: Tally; more: number; underWay: number }) {
  const { approve, reject } = tally;
  return (
    <div className="flex flex-col items-center gap-2 py-14 text-center">
      <CircleCheck aria-hidden="true" size={44} className="text-ozark" />
      <p className="figures text-lg font-semibold">
        {more > 0
          ? `${amount(more, 'more photo is', 'more photos are')} pending review.`
          : 'No photos are pending review.'}
      </p>
      <p className="figures text-ink-soft">
        {amount(approve, 'photo', 'photos')} approved, {reject} rejected.
      </p>
      <p role="status" className="figures min-h-6 text-ink-soft">
        {underWay > 0 && `Saving the last ${underWay}…`}
      </p>
    </div>
  );
}
