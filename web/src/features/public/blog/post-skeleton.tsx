import { Loading, Skeleton } from '@/ui/skeleton.js';

export function PostWaiting() {
  return (
    <Loading label="Loading post" className="container-page max-w-3xl pt-6 md:pt-10">
      <Skeleton className="h-11 w-28" />
      <Skeleton className="mt-3 aspect-16/9 w-full rounded-lg" />
      <Skeleton className="mt-8 h-10 w-3/4" />
    </Loading>
  );
}
