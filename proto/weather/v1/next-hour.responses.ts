/** Rain in the next hour at a place. */
import { z } from 'zod';
import { integer, integerOrNull, text, textOrNull } from '../../responses.js';

export const nextHourResponse = z.strictObject({
  ok: z
    .boolean()
    .describe('Whether there is a forecast for this place. If not, `reason` says why, and nothing is known.'),
  reason: z
    .enum(['', 'not configured', 'no radar', 'old frame', 'no motion', 'outside coverage'])
    .describe(
      '"old frame": older than 15 minutes. "no motion": echoes, but too little information about their motion.',
    ),
  method: z.literal('Our estimate from NOAA radar'),
  source: z.enum(['mrms', 'nexrad']).nullable().describe('NOAA MRMS, or NEXRAD by the Iowa Environmental Mesonet.'),
  frame_time: textOrNull.describe('Observation time of the radar frame.'),
  frame_age_seconds: integerOrNull.describe(
    'Age of the frame at the time of this response; never less than the true age.',
  ),
  steps: z
    .array(
      z.strictObject({
        time: text,
        minutes: integer.describe('After the frame.'),
        intensity: z.enum(['none', 'light', 'moderate', 'heavy', 'unknown']),
        confidence: z
          .number()
          .describe('0 to 1, falls with lead time: the critical success index that recent forecasts reached.'),
      }),
    )
    .describe('From the frame on, every five minutes for an hour; empty if not ok.'),
  server_time: text.describe("The server's clock at the time of this response."),
});
export type NextHour = z.infer<typeof nextHourResponse>;
