/** Parses the subscription page's forms. Browsers omit unchecked boxes and send repeated names as a list. */
import { expandAllKinds } from '@site/domain/notifications/kinds';
import type { Preferences } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { z } from 'zod';

const word = z.string().trim().max(300).default('');
const textList = z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]);

const tokenForm = z.object({ token: z.string().min(1).max(200) });

const preferencesForm = tokenForm.extend({
  kinds: textList,
  min_level: word,
  quiet_from: word,
  quiet_until: word,
  loud: word,
  language: word,
  /** A county to add (empty for none), and one to remove. */
  add: word,
  remove: word,
});
export type PreferencesForm = z.infer<typeof preferencesForm>;

/** Returns the form's token; undefined if it is missing or malformed. */
export const tokenOf = (body: unknown): string | undefined => tokenForm.safeParse(body).data?.token;

/** Parses without validating values; undefined if the form is malformed. */
export const readPreferencesForm = (body: unknown): PreferencesForm | undefined => preferencesForm.safeParse(body).data;

/** The form doesn't contain the counties: they're the current ones plus or minus one. */
export function toPreferences(
  form: PreferencesForm,
  { counties, language }: Pick<Preferences, 'counties' | 'language'>,
): Preferences {
  const remaining = counties.filter((fips) => fips !== form.remove);
  return {
    counties: form.add && !remaining.includes(form.add) ? [...remaining, form.add] : remaining,
    kinds: expandAllKinds(form.kinds),
    minLevel: Number(form.min_level),
    // Some browsers send times with seconds.
    quietFrom: form.quiet_from.slice(0, 5) || undefined,
    quietUntil: form.quiet_until.slice(0, 5) || undefined,
    overrideQuietHours: form.loud !== '',
    language: form.language || language,
  };
}
