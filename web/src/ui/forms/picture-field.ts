import { z } from 'zod';
import { largestPicture } from './picture-picker.js';

/** The largest drawing that the gateway takes, in bytes (512 KiB). */
const largestDrawing = 512 * 1024;

/** What can be seen to be wrong with a chosen picture before it is sent; the server looks closer. */
export function pictureFault({ type, size }: File, noun: string): string | undefined {
  if (!type.startsWith('image/')) return 'This file is not a picture. Please choose another one.';
  if (size === 0) return 'This file is empty. Please choose another one.';
  if (type === 'image/svg+xml' && size > largestDrawing)
    return 'This drawing is larger than 512 KB. Please choose a smaller one.';
  return size > largestPicture ? `This ${noun} is larger than 10 MB. Please choose a smaller one.` : undefined;
}

/** The picture of a form that cannot be sent without one. */
export const pictureField = (faultOf: (file: File) => string | undefined) =>
  z.custom<File | null>().superRefine((file, context) => {
    const fault = file ? faultOf(file) : 'A picture is required.';
    if (fault) context.addIssue(fault);
  });
