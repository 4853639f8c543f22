/** The kinds of the first release. Its migrations put them into a check constraint, so this list never changes. */
export const firstPictureKinds = ['snapshot', 'cover', 'portrait', 'logo'] as const;

/** What pictures are used for; decides their sizes. A new kind needs a migration of `pictures_kind_check`. */
export const pictureKinds = [...firstPictureKinds] as const;
export type PictureKind = (typeof pictureKinds)[number];
