/** Types of sample.mjs, for the tests. */
export const samplePassword: string;
