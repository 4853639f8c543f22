/** In a check constraint of the first release's migrations, so this list never changes. */
export const initialImageKinds = ['snapshot', 'cover', 'portrait', 'logo'] as const;

/** By use, which decides the sizes. A new kind needs a migration of `pictures_kind_check`. */
export const imageKinds = [...initialImageKinds] as const;
export type ImageKind = (typeof imageKinds)[number];
