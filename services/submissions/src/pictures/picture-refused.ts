/** The upload can't be shown, and retrying won't help. The message is for its sender and for moderators. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
}

/** Processing failed this time; a moderator may retry it. The message is for moderators. */
export class PictureFailed extends Error {
  override name = 'PictureFailed';
}
