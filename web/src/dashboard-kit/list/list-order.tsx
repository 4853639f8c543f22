import { amount } from '../../ui/figures.js';

interface ListOrderProps {
  count: number;
  /** There are more items than shown. */
  hasMore: boolean;
  words: [one: string, many: string];
  /** Ends a sentence, such as "newest first". */
  order: string;
}

/** Number and order of the items loaded so far, such as "12 messages, newest first". */
export function ListOrder({ count, hasMore, words: [one, many], order }: ListOrderProps) {
  return (
    <p className="figures mb-3 text-sm text-ink-soft">
      {hasMore ? `${count.toLocaleString('en-US')}+ ${many}` : amount(count, one, many)}, {order}
    </p>
  );
}
