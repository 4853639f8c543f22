/** With the weather service's codes. */
export const textProducts = { hazards: 'HWO', discussion: 'AFD' } as const;
export type TextProductKind = keyof typeof textProducts;
export const isTextProductKind = (text: string): text is TextProductKind => Object.hasOwn(textProducts, text);
