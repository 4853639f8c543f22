/** The folder of this state's data, for code that reads its files (`../data.ts`). */
export const here = new URL('.', import.meta.url);
