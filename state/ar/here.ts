/** The folder of this state's data, for those who read its files (`../data.ts`). */
export const here = new URL('.', import.meta.url);
