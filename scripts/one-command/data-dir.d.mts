/** Types of data-dir.mjs, for the tests. */
export function lockDataDir(dataDir: string): () => void;
