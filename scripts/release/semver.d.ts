/** The parts of semver that we use; the package has no types. */
declare module 'semver' {
  const semver: {
    satisfies(version: string, range: string, options?: { includePrerelease?: boolean }): boolean;
  };
  export default semver;
}
