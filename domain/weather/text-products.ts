/** The text products shown, with the weather service's three-letter codes. */
export const textProducts = { hazards: 'HWO', discussion: 'AFD' } as const;
export type TextProductKind = keyof typeof textProducts;
export const isTextProductKind = (text: string): text is TextProductKind => Object.hasOwn(textProducts, text);
