/** What a review screen needs to know about a kind of submission. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import type { Dialog } from '@/ui/dialogs/dialog.js';
import type { CardSkeletons } from '../list/paged-list.js';
import { type ItemResult, runEach, type RunOptions } from '../list/run-each.js';
import type { Decision, RequestState, requestListsOf, Submission } from './submission-lists.js';

interface Question<Item> {
  /** In the title; "Request" by default. */
  nouns?: [one: string, many: string];
  /** Says what happens to the item, or to several if there is none. */
  text: (item: Item | undefined) => string;
  busyLabel?: string;
  failure: string;
}

type Lists<Item extends Submission> = ReturnType<typeof requestListsOf<Item, unknown>>;

export interface ReviewKind<Item extends Submission> extends Omit<Lists<Item>, 'query' | 'find'> {
  /** Inside a sentence, such as "the photo by Ann Lee". */
  nameOf: (item: Item) => string;
  /** In a list of failures. */
  labelOf: (item: Item) => string;
  /** Returns why the item can't be approved yet; undefined if it can. */
  hindranceOf: (item: Item) => string | undefined;
  tabs: Record<
    RequestState,
    {
      label: string;
      nouns: [one: string, many: string];
      /** As in `ListOrder`. */
      order: string;
      empty: string;
      Icon: LucideIcon;
      gridClassName: string;
    }
  >;
  skeletons: Omit<ComponentProps<typeof CardSkeletons>, 'className'>;
  loadFailed: string;
  /** Message above stale data; by default with its age. */
  oldNote?: string;
  questions: Record<Decision, Question<Item>>;
  reasonHint: string;
  /** Failures show the server's message instead of ours; those of quick decisions above the list, not in a toast. */
  prefersServerText?: boolean;
  /** As in `Dialog`. */
  dialogWidth: ComponentProps<typeof Dialog>['width'];
  titleOf: (item: Item) => string;
  /** Follows the noun, such as "by Ann Lee". */
  bylineOf: (item: Item) => string;
  /** Shows the first item; those after it are probably next. */
  Media: ComponentType<{ items: Item[] }>;
  mediaClassName: string;
  /** CSS aspect ratio of the media. */
  aspectOf?: (item: Item) => string;
  /** Shown beside the media. */
  asideOf?: (item: Item) => ReactNode;
  Details: ComponentType<{ item: Item }>;
  /**
   * Decides on several items with one call, and undoes decisions; by default, each item has its own call, and only the
   * trash restores items. If decisions can be undone, the review dialog shows the next item after each.
   */
  decideAll?: (
    items: Item[],
    decision: { decision: Decision | 'undo'; reason: string },
    options: DecideOptions<Item>,
  ) => Promise<ItemResult<Item>>;
}

interface DecideOptions<Item> extends RunOptions {
  /** Called for each item; `now` is the stored item, or null after a deletion. */
  onDone: (item: Item, now: Item | null) => void;
}

export function decideEach<Item extends Submission>(
  { decide, decideAll }: ReviewKind<Item>,
  items: Item[],
  { decision, reason }: { decision: Decision | 'undo'; reason: string },
  options: DecideOptions<Item>,
): Promise<ItemResult<Item>> {
  if (decideAll) return decideAll(items, { decision, reason }, options);
  if (decision === 'undo') throw new Error('decisions of this kind can’t be undone');
  const decideOne = async (item: Item) =>
    options.onDone(item, await decide({ decision, item, ...(reason && { reason }) }));
  return runEach(items, decideOne, options);
}
