/** Starts writes of these kinds in turn; the returned function stops and waits for all of them. */
export function startWrites(ledger, perSecond, kinds) {
  const underWay = [];
  const timer = setInterval(
    () => underWay.push(ledger.write(kinds[underWay.length % kinds.length])),
    1_000 / perSecond,
  );
  return () => {
    clearInterval(timer);
    return Promise.all(underWay);
  };
}

/** Checks that every acknowledged write is stored once; returns how many were acknowledged. */
export async function checkStored({ checks, product, ledger, what }) {
  const { lost, doubled, acknowledged } = await ledger.verify((statement) => product.query(statement));
  checks.that(lost.length === 0, `${what}: ${lost.length} acknowledged writes are lost`);
  checks.that(doubled.length === 0, `${what}: ${doubled.length} writes are stored twice`);
  return acknowledged;
}
