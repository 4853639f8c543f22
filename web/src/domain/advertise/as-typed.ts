import { sponsorInput } from '@site/proto/submissions/v1/sponsors.schema';
import { z } from 'zod';

/** A sponsor's web address, checked as the gateway does and sent as it was typed: the gateway completes it. */
export const webAddressAsTyped = z
  .string()
  .trim()
  .superRefine((typed, context) => {
    for (const { message } of sponsorInput.shape.url.safeParse(typed).error?.issues ?? []) context.addIssue(message);
  });
