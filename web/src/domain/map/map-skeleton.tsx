import { Loading, Skeleton } from '../../ui/skeleton.js';

export function MapSkeleton() {
  return (
    <Loading label="Loading the map" className="absolute inset-0">
      <Skeleton className="size-full" />
    </Loading>
  );
}
