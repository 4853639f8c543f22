import { IsNull, type EntityManager } from 'typeorm';
import { Person } from './person.entity.js';

/** The row of somebody who is not deleted, locked until the transaction ends. */
export const lockPerson = (manager: EntityManager, id: string): Promise<Person | null> =>
  manager.findOne(Person, { where: { id, deletedAt: IsNull() }, lock: { mode: 'for_no_key_update' } });
