/** Runs an operator's command: `npm run ops -- COMMAND [arguments]`. Lists commands without one, usage with `--help`. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** @type {Record<string, [file: string, usage: string, description: string, packages?: 'tools' | 'none']>} */
const commands = {
  backup: ['backup/backup.mjs', '', 'saves rows and pictures in a restic repository'],
  rehearse: ['backup/rehearse.mjs', '', 'restores the newest backup into scratch stores, and compares'],
  restore: ['backup/restore.mjs', '[--snapshot ID]', 'restores a backup into empty stores'],
  doctor: ['doctor/doctor.mjs', '[--in compose | kubernetes]', 'examines settings, stores and providers', 'none'],
  'verify-log': ['verify-log.mjs', '[--snapshot ID]', 'verifies that the audit log was not changed'],
  'reset-second-factor': ['reset-second-factor.mjs', 'EMAIL', 'for a user who lost every second factor'],
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
} else if (args.includes('--help')) {
  const [, usage, description] = command;
  process.stdout.write(`npm run ops -- ${[name, usage].filter(Boolean).join(' ')}\n  ${description}\n`);
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
