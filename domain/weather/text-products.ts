/** What the weather service's offices write that we show, and under which three letters they send it. */
export const textProducts = { hazards: 'HWO', discussion: 'AFD' } as const;
export type TextProductKind = keyof typeof textProducts;
export const isTextProductKind = (text: string): text is TextProductKind => Object.hasOwn(textProducts, text);
