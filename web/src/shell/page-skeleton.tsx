import { Loading, Skeleton } from '../ui/skeleton.js';

/** A title under a sky, a place with its weather, a text, dashboard rows. */
export type PageShape = 'head' | 'weather' | 'article' | 'rows' | 'plain';

const cards = 'mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3 md:gap-6';

/** Avoids blank screens and layout shifts. */
export function PageWaiting({ shape }: { shape: PageShape }) {
  if (shape === 'head')
    return (
      <Loading label="Loading page" className="min-h-dvh">
        <div className="bg-linear-to-b from-surface to-sky-soft">
          <div className="container-page pt-10 pb-20 md:pt-14 md:pb-28">
            <Skeleton className="h-9 w-72 max-w-full md:h-11" />
            <Skeleton className="mt-4 h-5 w-xl max-w-full" />
          </div>
        </div>
        <div className="container-page">
          <Cards count={3} each="h-96 rounded-lg" />
        </div>
      </Loading>
    );
  if (shape === 'plain') return <Loading label="Loading page" className="container-page min-h-dvh" />;
  return (
    <Loading label="Loading page" className="container-page min-h-dvh pt-8 md:pt-12">
      {shape === 'article' ? (
        <div className="mx-auto max-w-2xl">
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="mt-8 aspect-16/9 w-full rounded-lg" />
          <Lines count={6} />
        </div>
      ) : (
        <>
          <Skeleton className="h-10 w-80 max-w-full" />
          <Skeleton className="mt-6 h-11 w-md max-w-full rounded-full" />
          {shape === 'weather' ? <Cards count={6} each="h-72 rounded-lg" /> : <Lines count={8} />}
        </>
      )}
    </Loading>
  );
}

function Cards({ count, each }: { count: number; each: string }) {
  return (
    <div className={cards}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={each} />
      ))}
    </div>
  );
}

function Lines({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => <Skeleton key={index} className="mt-4 h-6 w-full" />);
}
