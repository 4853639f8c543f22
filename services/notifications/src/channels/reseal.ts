import type { DataSource } from 'typeorm';
import type { AddressSeal } from './address-seal.js';

const batch = 500;

interface Outdated {
  id: string;
  addressSealed: Buffer;
  keysSealed: Buffer | null;
}

/**
 * Seals anew what the previous key has sealed, so that it can be thrown away a day after another took over. Any number of
 * processes may do so at once.
 * @returns how many channels
 */
export async function resealOutdated(dataSource: DataSource, seal: AddressSeal): Promise<number> {
  let sealed = 0;
  for (let found = batch; found === batch; sealed += found) found = await resealBatch(dataSource, seal);
  // What a sign-up brought is answered or forgotten within a day.
  return sealed;
}

const resealBatch = (dataSource: DataSource, seal: AddressSeal): Promise<number> =>
  dataSource.transaction(async (manager) => {
    const rows = await manager.query<Outdated[]>(
      `SELECT id, address_sealed AS "addressSealed", keys_sealed AS "keysSealed" FROM channels
       WHERE get_byte(address_sealed, 0) <> $1 OR (keys_sealed IS NOT NULL AND get_byte(keys_sealed, 0) <> $1)
       LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
      [seal.currentId],
    );
    for (const { id, addressSealed, keysSealed } of rows)
      await manager.query('UPDATE channels SET address_sealed = $2, keys_sealed = $3 WHERE id = $1', [
        id,
        seal.seal(seal.open(addressSealed, id), id),
        keysSealed && seal.seal(seal.open(keysSealed, id), id),
      ]);
    return rows.length;
  });
