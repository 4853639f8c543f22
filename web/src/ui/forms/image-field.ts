import { z } from 'zod';

/** The picker reports invalid files before they are chosen. */
export const imageField = z.custom<File | null>().superRefine((file, context) => {
  if (!file) context.addIssue('A picture is required.');
});
