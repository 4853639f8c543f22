import { classNames } from '../class-names.js';
import { Loading, Skeleton } from '../skeleton.js';

/** Holds the place of a carousel: as many cards as fit beside each other, and the room for its arrows. */
export function CardsWaiting({ label, className }: { label: string; className: string }) {
  return (
    <Loading label={label} className="grid gap-4 pb-16 sm:grid-cols-2 md:grid-cols-3 md:gap-6">
      {['', 'max-sm:hidden', 'max-md:hidden'].map((where) => (
        <Skeleton key={where} className={classNames('rounded-lg', className, where)} />
      ))}
    </Loading>
  );
}
