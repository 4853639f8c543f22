import type { Wishes } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { z } from 'zod';

/** What the page's forms send. Browsers leave out what is not ticked, and send a repeated name as a list. */

const word = z.string().trim().max(300).default('');
const words = z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]);

const tokenForm = z.object({ token: z.string().min(1).max(200) });

const wishesForm = tokenForm.extend({
  kinds: words,
  least_level: word,
  quiet_from: word,
  quiet_until: word,
  loud: word,
  /** A county to put in, empty for none; one to take out, by the button that was pressed. */
  add: word,
  remove: word,
});
export type WishesForm = z.infer<typeof wishesForm>;

/** The token of a form; undefined when it has none that could be one. */
export const tokenOf = (body: unknown): string | undefined => tokenForm.safeParse(body).data?.token;

/** The form, not yet checked for whether its values mean anything; undefined when it is no such form. */
export const readWishesForm = (body: unknown): WishesForm | undefined => wishesForm.safeParse(body).data;

/** What the form asks for. The counties are not in it: they are those of before, one more or one less. */
export function wishesFrom(form: WishesForm, { counties }: Pick<Wishes, 'counties'>): Wishes {
  const kept = counties.filter((fips) => fips !== form.remove);
  return {
    counties: form.add && !kept.includes(form.add) ? [...kept, form.add] : kept,
    kinds: form.kinds,
    leastLevel: Number(form.least_level),
    // Some browsers send seconds with a time.
    quietFrom: form.quiet_from.slice(0, 5) || undefined,
    quietUntil: form.quiet_until.slice(0, 5) || undefined,
    loudWhenDangerous: form.loud !== '',
  };
}
