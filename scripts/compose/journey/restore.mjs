import { commandsOf } from '../../docs-commands.mjs';
import { expect, signIn } from '../../lib/visitor-journey.mjs';
import { until } from '../../lib/until.mjs';
import { differences, fingerprint } from './fingerprint.mjs';
import { photo } from './photo.mjs';

/**
 * Tables that differ by design, and why. The first are written every few seconds, so only their presence is compared.
 */
const written = {
  'weather.alert_list': 'each poll of the alerts',
  'weather.last_good': 'each response of a provider',
  'weather.provider_calls': 'counts of such calls',
  'weather.turns': 'leases of the pollers',
  'auth.audit': 'the restore adds an entry',
  'auth.audit_head': 'the end of that log',
};

/** Backs up, wipes the stores and restores with the documented commands, and compares all restored data. */
export async function restore(world) {
  const { installation, site, say, kept, adminEmail, password } = world;
  const { compose, project, shell } = installation;
  if (!kept.photo) await photo(world);

  const before = await fingerprint(compose);
  const said = await runAll(shell, commandsOf('back-up-compose'));
  const [, backup] = /\/backups\/(backup-\S+?): \d+ rows/.exec(said) ?? [];
  expect(backup, `the backup did not report its location: ${said.split('\n').at(-1)}`);
  const after = await fingerprint(compose);
  const counts = `${Object.keys(before.tables).length} tables and ${Object.keys(before.objects).length} objects`;
  say(`backed up: ${counts}`);

  const commands = commandsOf('restore-compose', { 'backup-…': backup, 'arkansas-weather_': `${project}_` });
  const last = commands.findIndex((command) => command.includes('restore.mjs --from'));
  await runAll(shell, commands.slice(0, last + 1));
  // Compared before the services start and write again.
  const restored = await fingerprint(compose);
  const different = differences({ before, after, restored, written });
  expect(different.length === 0, `the restored data differs:\n${different.join('\n')}`);
  say(`the stores were wiped and restored: ${counts} are the same`);

  await runAll(shell, commands.slice(last + 1));
  await until('the site to respond', async () => (await site.get('/main/home')).status === 200);
  const headers = await signIn(site, adminEmail, password);
  const picture = await site.get(kept.photo.file, headers);
  expect(picture.status === 200, `the photo returned ${picture.status}`);
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect(bytes.equals(kept.photo.bytes), 'the photo has different bytes');
  if (kept.post) expect((await site.get(`/blog/${kept.post}`)).status === 200, 'the post no longer has a page');
  say('the same password still works, and the photo is the same');
}

async function runAll(shell, commands) {
  const said = [];
  for (const command of commands) said.push(await shell(command));
  return said.join('\n');
}
