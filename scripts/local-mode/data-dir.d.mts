export function rejectOldData(dataDir: string): void;
export function lockDataDir(dataDir: string): () => void;
