/** Parts of dashboard lists: loading and paging, card grids, placeholders and buttons. */
import type { UseQueryResult } from '@tanstack/react-query';
import { CloudOff, Pencil, Trash2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { AdminImage } from '../admin-image.js';
import { serverMessageOf } from '@/api/admin.js';
import { useNow } from '@/components/time/clock.js';
import { relativeTime } from '@/components/time/times.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { amount } from '@/ui/number-format.js';
import { ShowMore } from '@/ui/lists/show-more.js';
import type { ImageSource } from '@/ui/image.js';
import { Loading, Skeleton } from '@/ui/skeleton.js';

interface LoadedProps<Data> {
  query: Pick<
    UseQueryResult<Data>,
    'data' | 'isPending' | 'isFetching' | 'isRefetchError' | 'error' | 'dataUpdatedAt'
  > & {
    refetch: () => unknown;
  };
  failure: string;
  /** Message above stale data; by default the error and the data's age. */
  oldNote?: (age: string) => ReactNode;
  placeholder: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Keeps old data, with its age, if a reload fails. */
export function Loaded<Data>({ query, failure, oldNote, placeholder, children }: LoadedProps<Data>) {
  const { data, error } = query;
  const now = useNow();
  if (data !== undefined) {
    const age = relativeTime(query.dataUpdatedAt, now).replace('Just', 'just');
    return (
      <>
        {query.isRefetchError && (
          <Banner tone="error" className="mb-6">
            {oldNote?.(age) ?? (
              <>
                <p>{failure}</p>
                <p className="text-ink-soft">The data below is from {age}.</p>
              </>
            )}
          </Banner>
        )}
        {children(data)}
      </>
    );
  }
  if (query.isPending) return placeholder;
  const reason = serverMessageOf(error);
  return (
    <div role="alert" className="card flex flex-col items-center px-6 py-12 text-center">
      <CloudOff aria-hidden="true" size={36} className="text-ink-soft" />
      <p className="mt-3 w-full text-lg font-semibold">{failure}</p>
      {reason && reason !== failure && <p className="mt-1 w-full wrap-anywhere text-ink-soft">{reason}</p>}
      <Button
        tone="secondary"
        className="mt-5"
        onClick={() => void query.refetch()}
        busyLabel={query.isFetching && 'Trying again…'}
      >
        Try again
      </Button>
    </div>
  );
}

interface PagedListProps<Item> extends LoadedProps<Item[]> {
  query: LoadedProps<Item[]>['query'] & ComponentProps<typeof ShowMore>['list'];
  empty: ReactNode;
  /** As in `Listed`. */
  counted?: Pick<ComponentProps<typeof ListOrder>, 'nouns' | 'order'>;
}

export function PagedList<Item>({ empty, counted, children, ...list }: PagedListProps<Item>) {
  return (
    <Loaded {...list}>
      {(items) => (
        <>
          {counted && items.length > 0 && (
            <ListOrder count={items.length} hasMore={list.query.hasNextPage} {...counted} />
          )}
          {items.length === 0 ? empty : children(items)}
          <ShowMore list={list.query} />
        </>
      )}
    </Loaded>
  );
}

export const cardGridClassName = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4 md:gap-6';

/** Approximate, in CSS pixels. */
export const cardPixels = 400;

export interface CardImageProps {
  item: { picture?: ImageSource | null; image?: string | null };
  alt: string;
  fallback?: ReactNode;
  shape?: string | undefined;
  cssPixels?: number;
}

export function CardImage({ item: { picture, image }, shape = 'aspect-4/3', ...rest }: CardImageProps) {
  return (
    <span className={`relative block overflow-hidden bg-surface-raised ${shape}`}>
      <span className="absolute inset-0">
        <AdminImage
          cssPixels={cardPixels}
          {...rest}
          image={picture ?? null}
          src={image ?? null}
          fit="cover"
          className="size-full"
        />
      </span>
    </span>
  );
}

interface ItemActionsProps {
  /** Id of the element that names the item: every card has the same two buttons. */
  describedBy: string;
  onDelete: () => void;
  onEdit: () => void;
  /** Id of the item that Edit is the opener of, as in `ReviewCardProps`. */
  openId?: string;
  className?: string;
}

/** Both buttons are unfilled: the screen's primary action is at its top. */
export function ItemActions({ describedBy, onDelete, onEdit, openId, className }: ItemActionsProps) {
  return (
    <div className={classNames('flex gap-2', className)}>
      <Button tone="quiet" className="min-w-0 flex-1 px-4" aria-describedby={describedBy} onClick={onDelete}>
        <Trash2 aria-hidden="true" size={16} />
        {dashboardStrings.deleteAction}
      </Button>
      <Button
        tone="secondary"
        data-open={openId}
        className="min-w-0 flex-1 px-4"
        aria-describedby={describedBy}
        onClick={onEdit}
      >
        <Pencil aria-hidden="true" size={16} />
        {dashboardStrings.edit}
      </Button>
    </div>
  );
}

interface ListOrderProps {
  count: number;
  hasMore: boolean;
  nouns: [one: string, many: string];
  /** Ends a sentence, such as "newest first". */
  order: string;
}

export function ListOrder({ count, hasMore, nouns: [one, many], order }: ListOrderProps) {
  return (
    <p className="figures mb-3 text-sm text-ink-soft">
      {hasMore ? `${count.toLocaleString('en-US')}+ ${many}` : amount(count, one, many)}, {order}
    </p>
  );
}

interface CardSkeletonsProps {
  label: string;
  count: number;
  className?: string | undefined;
  /** Of the pictures, if the cards have some. */
  imageClassName?: string | undefined;
  lines: string[];
}

export function CardSkeletons({
  label,
  count,
  className = cardGridClassName,
  imageClassName,
  lines,
}: CardSkeletonsProps) {
  return (
    <Loading label={label} className={className}>
      {Array.from({ length: count }, (_none, index) => (
        <span key={index} data-skeleton="" className="card block overflow-hidden">
          {imageClassName && <Skeleton className={`${imageClassName} rounded-none`} />}
          <span className="block p-4">
            {lines.map((line) => (
              <Skeleton key={line} className={line} />
            ))}
          </span>
        </span>
      ))}
    </Loading>
  );
}
