export interface Build {
  context: string;
  target: string;
  args?: Record<string, string>;
}
export function listProjectImages(): Record<string, Build>;
export function bakeFile(
  repository: string,
  version: string,
  revision: string,
): {
  group: { default: { targets: string[] } };
  target: Record<string, Build & { attest: string[]; output: string[] }>;
};
/** @throws when one of ours is missing */
export function builtImages(
  metadata: Record<string, object | undefined>,
): { name: string; image: string; digest: string }[];
