export default async function teardown({ watch, watchAll }) {
  if (!watch && !watchAll) await globalThis.stopTestParts?.();
}
