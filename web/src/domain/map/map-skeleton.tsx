import { Loading, Skeleton } from '../../ui/skeleton.js';

/** Holds the place of a map that is on its way. */
export function MapSkeleton() {
  return (
    <Loading label="Loading the map" className="absolute inset-0">
      <Skeleton className="size-full" />
    </Loading>
  );
}
