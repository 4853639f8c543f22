import { FailedRows, type Attempt } from '@site/platform/jobs/work-loop';
import type { DataSource } from 'typeorm';
import type { AddressSeal } from './address-seal.js';

const batch = 500;

interface Outdated {
  id: string;
  addressSealed: Buffer;
  keysSealed: Buffer | null;
}

/**
 * Reseals texts of the previous key, which can be discarded a day after its replacement. A channel whose key is lost is
 * counted and doesn't block others.
 * @returns the number of channels
 */
export async function resealOutdated(
  dataSource: DataSource,
  seal: AddressSeal,
  rows = new FailedRows('retention'),
): Promise<number> {
  let sealed = 0;
  for (let found = batch; found === batch;) {
    const done = await resealBatch(dataSource, seal, rows);
    found = done.length;
    sealed += done.filter(({ failed }) => !failed).length;
  }
  return sealed;
}

const resealBatch = (dataSource: DataSource, seal: AddressSeal, rows: FailedRows): Promise<Attempt<unknown>[]> =>
  dataSource.transaction(async (manager) => {
    const outdated = await manager.query<Outdated[]>(
      `SELECT id, address_sealed AS "addressSealed", keys_sealed AS "keysSealed" FROM channels
       WHERE (get_byte(address_sealed, 0) <> $1 OR (keys_sealed IS NOT NULL AND get_byte(keys_sealed, 0) <> $1))
         AND 'reseal:' || id <> ALL($2)
       LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
      [seal.currentId, rows.waiting],
    );
    const attempts: Attempt<unknown>[] = [];
    for (const { id, addressSealed, keysSealed } of outdated)
      attempts.push(
        await rows.attempt(`reseal:${id}`, () =>
          manager.transaction((inner) =>
            inner.query('UPDATE channels SET address_sealed = $2, keys_sealed = $3 WHERE id = $1', [
              id,
              seal.seal(seal.open(addressSealed, id), id),
              keysSealed && seal.seal(seal.open(keysSealed, id), id),
            ]),
          ),
        ),
      );
    return attempts;
  });
