import { Button } from '../button.js';

interface ShowMoreProps {
  /** The part of an infinite query that this needs. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
}

/** A button for the next page; nothing at the end of the list. */
export function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className="needs-script mt-8 flex justify-center">
      <Button
        tone="secondary"
        onClick={() => void list.fetchNextPage()}
        busyLabel={list.isFetchingNextPage && 'Loading…'}
      >
        {list.isFetchNextPageError ? 'That didn’t work. Try again' : 'Show more'}
      </Button>
    </div>
  );
}
