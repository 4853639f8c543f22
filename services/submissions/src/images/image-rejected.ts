/** The upload can't be shown, and retrying won't help. The message is for sender and moderators. */
export class ImageRejectedError extends Error {
  override name = 'ImageRejectedError';
}

/** Processing failed; a moderator may retry it. The message is for moderators. */
export class ImageProcessingError extends Error {
  override name = 'ImageProcessingError';
}
