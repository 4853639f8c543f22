import { Button } from '../button.js';

interface ShowMoreProps {
  /** As much of an infinite query as it needs. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
}

/** The way to the next page of a list; nothing at its end. */
export function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className="mt-8 flex justify-center">
      <Button
        tone="secondary"
        onClick={() => void list.fetchNextPage()}
        busyLabel={list.isFetchingNextPage && 'Loading…'}
      >
        {list.isFetchNextPageError ? 'That did not work. Try again' : 'Show more'}
      </Button>
    </div>
  );
}
