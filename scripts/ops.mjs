/** Runs an operator's command: `npm run ops -- COMMAND [arguments]`. Without a command it lists them. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** @type {Record<string, [file: string, usage: string, description: string, packages?: 'tools' | 'none']>} */
const commands = {
  backup: ['backup/backup.mjs', '--to FOLDER', 'an encrypted backup of the running product'],
  'copy-backup': ['backup/copy.mjs', '--in FOLDER', 'the newest backup to another place'],
  rehearse: ['backup/rehearse.mjs', '--in FOLDER', 'restores the newest backup into scratch stores, and compares'],
  restore: ['backup/restore.mjs', '--from FOLDER', 'restores a backup into an empty system'],
  doctor: ['doctor/doctor.mjs', '[--in compose | kubernetes]', 'examines settings, stores and providers', 'none'],
  'verify-log': ['verify-log.mjs', '[--backup FOLDER]', 'verifies that the audit log was not changed'],
  'upgrade-database': ['upgrade-database.mjs', '', 'moves the data directory to this version’s Postgres'],
  'reset-second-factor': ['reset-second-factor.mjs', 'EMAIL', 'for a user who lost every second factor'],
  'restore-test': ['backup/restore-test.mjs', '', 'backs up a product under load, restores it and compares', 'tools'],
  'failover-test': ['proof/failover.mjs', '', 'loses a Postgres primary with a synchronous standby', 'tools'],
  'cluster-test': ['cluster/cluster-test.mjs', '[OVERLAY]', 'tests an installation on a Kubernetes cluster', 'tools'],
  'storm-test': ['proof/simulate.mjs', '[--quick]', 'a storm with ten million visits behind a CDN', 'tools'],
};

const lines = Object.entries(commands).map(([name, [, usage, description]]) => {
  const command = usage ? `${name} ${usage}` : name;
  return `  ${command.padEnd(36)} ${description}\n`;
});
const help = `npm run ops -- COMMAND\n${lines.join('')}`;

const [name = '--help', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (name === '--help') {
  process.stdout.write(help);
} else if (!command) {
  process.stderr.write(`There is no command "${name}".\n${help}`);
  process.exit(64);
} else {
  const [file, , , packages = 'dependencies'] = command;
  const preload =
    packages === 'none' ? [] : ['--import', new URL(`./lib/ensure-${packages}.mjs`, import.meta.url).href];
  const child = spawn(process.execPath, [...preload, join(import.meta.dirname, file), ...args], {
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to both; other senders reach only this process.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code) => process.exit(code ?? 1));
}
