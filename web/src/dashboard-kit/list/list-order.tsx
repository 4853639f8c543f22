import { amount } from '../../ui/figures.js';

interface ListOrderProps {
  /** How many are shown. */
  count: number;
  /** There are more than are shown. */
  hasMore: boolean;
  words: [one: string, many: string];
  /** For the end of a sentence: "newest first". */
  order: string;
}

/** How many there are, as far as is known, and in which order they stand: "12 messages, newest first". */
export function ListOrder({ count, hasMore, words: [one, many], order }: ListOrderProps) {
  return (
    <p className="figures mb-3 text-sm text-ink-soft">
      {hasMore ? `${count.toLocaleString('en-US')}+ ${many}` : amount(count, one, many)}, {order}
    </p>
  );
}
