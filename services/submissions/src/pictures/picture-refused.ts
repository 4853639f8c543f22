/** The upload itself cannot be shown, however often we try. The message is for its sender and for moderators. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
}

/** The upload could not be processed this time; a person may ask for another try. The message is for moderators. */
export class PictureFailed extends Error {
  override name = 'PictureFailed';
}
