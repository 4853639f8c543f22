import { z } from 'zod';
import { integer, text } from '../../responses.js';

/** An email address's alert preferences and consent. Texts are empty when there is none. */
export const storedAlertsResponse = z.strictObject({
  state: text,
  counties: z.array(text).describe('FIPS codes.'),
  kinds: z.array(text),
  min_level: integer,
  quiet_from: text,
  quiet_until: text,
  signed_up_at: text,
  confirmed_at: text,
  consent_version: text,
  consent_network: text,
  messages: integer.describe('Messages sent to it within 30 days.'),
  language: text.describe('Of its messages: en or es.'),
});
