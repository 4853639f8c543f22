/**
 * Parts of provider responses that can't be used. The rest is used, and the parts are reported with their reasons: in
 * the log, a metric, and the dashboard.
 */
import { truncate } from '@site/domain/truncate';
import { z } from 'zod';

/** "features[3]: properties.event: expected string, received null". */
export type LeftOutPart = string;

const maxReported = 20;
const maxReasonLength = 300;

/** Of the parse that is under way: schemas run synchronously. */
let collecting: LeftOutPart[] | undefined;

/** Runs a synchronous parse, and returns with its result what its schemas left out. */
export function collectLeftOut<Result>(parse: () => Result): { result: Result; leftOut: LeftOutPart[] } {
  const outer = collecting;
  const leftOut: LeftOutPart[] = [];
  collecting = leftOut;
  try {
    return { result: parse(), leftOut };
  } finally {
    collecting = outer;
  }
}

/** Returns the first issue as text, with its path. */
export function reasonOf(error: { issues: readonly { path: PropertyKey[]; message: string }[] }): string {
  const [issue] = error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  return truncate(`${path && `${path}: `}${issue?.message ?? 'invalid'}`, maxReasonLength);
}

/** Adds a part to the report of the current `collectLeftOut`, which has at most 20. */
export function reportLeftOut(part: LeftOutPart): void {
  if (collecting && collecting.length < maxReported) collecting.push(part);
}

/**
 * A list whose unusable items are left out.
 * @param minShare smaller shares of usable items reject the list, for which an older one is a better stand-in
 */
export const usableItems = <Item extends z.ZodType>(
  item: Item,
  { name, max, minShare = 0 }: { name: string; max: number; minShare?: number },
) =>
  z
    .array(z.unknown())
    .max(max)
    // For the doctor, which looks for missing fields.
    .meta({ item })
    .transform((items, context): z.output<Item>[] => {
      const usable = items.flatMap((each, index): z.output<Item>[] => {
        const read = item.safeParse(each);
        if (read.success) return [read.data];
        reportLeftOut(`${name}[${index}]: ${reasonOf(read.error)}`);
        return [];
      });
      if (usable.length < items.length * minShare)
        context.addIssue({ code: 'custom', message: `only ${usable.length} of ${items.length} ${name} are usable` });
      return usable;
    });

/** A part that may be missing, and is left out when unusable. */
export const optionalPart = <Part extends z.ZodType>(part: Part, name = 'optional part') =>
  part.nullish().catch(({ error }) => {
    reportLeftOut(`${name}: ${reasonOf(error)}`);
    return undefined as z.output<Part> | undefined;
  });
