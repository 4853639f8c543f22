/** The part of semver that we use; the package has no types. */
declare module 'semver' {
  export function satisfies(version: string, range: string, options?: { includePrerelease?: boolean }): boolean;
}
