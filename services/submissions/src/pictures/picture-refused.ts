/** The upload can't be shown, and retrying won't help. The message is for sender and moderators. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
}

/** Processing failed; a moderator may retry it. The message is for moderators. */
export class PictureFailed extends Error {
  override name = 'PictureFailed';
}
