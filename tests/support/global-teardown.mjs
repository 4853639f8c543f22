export default function teardown() {
  globalThis.removePreparedData?.();
}
