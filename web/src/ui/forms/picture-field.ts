import { z } from 'zod';

/** The picture of a form that cannot be sent without one. What is wrong with a file, the picker says before it is chosen. */
export const pictureField = z.custom<File | null>().superRefine((file, context) => {
  if (!file) context.addIssue('A picture is required.');
});
