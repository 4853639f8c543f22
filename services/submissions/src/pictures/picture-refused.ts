/** The upload itself cannot be shown, however often we try. The message is for its sender and for moderators. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
}
