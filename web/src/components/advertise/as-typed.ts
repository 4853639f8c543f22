import { sponsorInput } from '@site/proto/submissions/v1/sponsors.schema';
import { z } from 'zod';

/** Validated like in the gateway but sent as typed: the gateway normalizes it. */
export const webAddressAsTyped = z
  .string()
  .trim()
  .superRefine((typed, context) => {
    for (const { message } of sponsorInput.shape.url.safeParse(typed).error?.issues ?? []) context.addIssue(message);
  });
