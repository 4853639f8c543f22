export function fingerprints(options?: { bundled?: boolean; root?: string }): Map<string, string>;
