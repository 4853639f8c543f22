import { Loading, Skeleton } from '@/ui/skeleton.js';

export function MapSkeleton() {
  return (
    <Loading label="Loading the map" withoutScripts="The map needs JavaScript." className="absolute inset-0">
      <Skeleton className="size-full" />
    </Loading>
  );
}
