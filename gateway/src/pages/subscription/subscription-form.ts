/** Parses the subscription page's forms. Browsers omit unchecked boxes and send repeated names as a list. */
import { withEveryKind } from '@site/domain/notifications/kinds';
import type { Wishes } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { z } from 'zod';

const word = z.string().trim().max(300).default('');
const words = z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]);

const tokenForm = z.object({ token: z.string().min(1).max(200) });

const wishesForm = tokenForm.extend({
  kinds: words,
  least_level: word,
  quiet_from: word,
  quiet_until: word,
  loud: word,
  language: word,
  /** A county to add (empty for none), and one to remove. */
  add: word,
  remove: word,
});
export type WishesForm = z.infer<typeof wishesForm>;

/** Returns the form's token; undefined if it is missing or malformed. */
export const tokenOf = (body: unknown): string | undefined => tokenForm.safeParse(body).data?.token;

/** Parses without validating values; undefined if the form is malformed. */
export const readWishesForm = (body: unknown): WishesForm | undefined => wishesForm.safeParse(body).data;

/** The form doesn't contain the counties: they're the current ones plus or minus one. */
export function wishesFrom(form: WishesForm, { counties, language }: Pick<Wishes, 'counties' | 'language'>): Wishes {
  const kept = counties.filter((fips) => fips !== form.remove);
  return {
    counties: form.add && !kept.includes(form.add) ? [...kept, form.add] : kept,
    kinds: withEveryKind(form.kinds),
    leastLevel: Number(form.least_level),
    // Some browsers send times with seconds.
    quietFrom: form.quiet_from.slice(0, 5) || undefined,
    quietUntil: form.quiet_until.slice(0, 5) || undefined,
    loudWhenDangerous: form.loud !== '',
    // Forms of earlier releases have none.
    language: form.language || language,
  };
}
