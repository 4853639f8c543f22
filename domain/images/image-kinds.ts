/** By use, which decides the sizes. A new kind needs a migration of `images_kind_check`. */
export const imageKinds = ['snapshot', 'cover', 'portrait', 'logo'] as const;
export type ImageKind = (typeof imageKinds)[number];
