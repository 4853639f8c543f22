export function prepareData(): Promise<string | undefined>;
