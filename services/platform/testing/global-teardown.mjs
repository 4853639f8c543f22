/** @param {{ watch?: boolean, watchAll?: boolean }} options */
export default async function teardown({ watch, watchAll }) {
  const testParts = /** @type {{ stopTestParts?: () => Promise<void> }} */ (globalThis);
  if (!watch && !watchAll) await testParts.stopTestParts?.();
}
