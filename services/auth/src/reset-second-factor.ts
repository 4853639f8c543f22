/** Operator's command `reset-second-factor.js <email>`: removes a user's second factors. Exits with 1 if none exist. */
import { databaseVariables, loadConfig } from '@site/platform/base/config';
import { openDatabase } from '@site/platform/data/database';
import { z } from 'zod';
import { authDatabase } from './database.js';
import { resetByOperator } from './second-factors/reset-by-operator.js';

const [email, ...rest] = process.argv.slice(2);
const { DATABASE_URL } = loadConfig(z.object({ DATABASE_URL: databaseVariables.DATABASE_URL }));

const messages = {
  reset: 'The second factor was reset and all sessions were ended. The user can now sign in with the password alone.',
  'no factor': 'This person has no second factor; nothing was changed.',
  unknown: 'No account has this address; nothing was changed.',
};

async function main(address: string): Promise<boolean> {
  const dataSource = await openDatabase({ ...authDatabase, url: DATABASE_URL, poolMax: 1 });
  try {
    const outcome = await resetByOperator(dataSource, address, new Date());
    process.stdout.write(`${messages[outcome]}\n`);
    return outcome === 'reset';
  } finally {
    await dataSource.destroy();
  }
}

if (!email || rest.length > 0) {
  process.stderr.write('Usage: node dist/reset-second-factor.js <email>\n');
  process.exitCode = 64;
} else {
  try {
    if (!(await main(email))) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`The second factor could not be reset: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
