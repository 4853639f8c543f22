/** Operator's command that verifies an audit log. */
import { parseArgs } from 'node:util';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { databaseVariables, loadConfig } from '../base/config.js';
import { checkAudit, type AuditAnchor } from './audit-chain.js';
import { databaseOptions, type DatabaseContents } from './database.js';

/** Parses "1200:9f86d0…": an entry number and its recorded hash. */
function readAnchor(text: string): AuditAnchor {
  const [, number, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (number === undefined || hash === undefined)
    throw new Error(`"${text}" is not an anchor; an anchor looks like 1200:<64 digits>`);
  return { number: Number(number), hash };
}

/**
 * Verifies the service's audit log as a process (`node dist/verify-log.js [--anchor NUMBER:HASH]…`), prints the result
 * in one line, and exits with 1 unless every entry is unaltered.
 */
export async function runLogCheck(contents: DatabaseContents): Promise<void> {
  const printLine = (text: string) => process.stdout.write(`${contents.schema}: ${text}\n`);
  let dataSource: DataSource | undefined;
  try {
    const { values } = parseArgs({ options: { anchor: { type: 'string', multiple: true, default: [] } } });
    const anchors = values.anchor.map(readAnchor);
    const { DATABASE_URL: url } = loadConfig(z.object({ DATABASE_URL: databaseVariables.DATABASE_URL }));
    // Offline, so generous limits.
    const waits = { connectionMs: 10_000, statementMs: 60_000 };
    const settings = {
      ...contents,
      applicationName: 'verify-log',
      entities: [],
      migrations: [],
      url,
      poolMax: 1,
      waits,
    };
    dataSource = await new DataSource(databaseOptions(settings)).initialize();
    const open = dataSource;
    const { entries, head, fault } = await checkAudit(
      (statement, parameters) => open.query(statement, parameters),
      anchors,
    );
    if (fault) {
      process.exitCode = 1;
      const which = fault.id ? ` (${fault.id})` : '';
      printLine(`BROKEN at entry ${fault.number}${which}: ${fault.what}; the ${entries} entries before it are intact`);
    } else printLine(`intact, ${entries} entries, the last one ${head.number}:${head.hash}`);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${contents.schema}: cannot check the log: ${(error as Error).message}\n`);
  } finally {
    await dataSource?.destroy().catch(() => undefined);
  }
}
