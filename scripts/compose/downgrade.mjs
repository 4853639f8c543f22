import { readServices, runCommand, say, sortServices } from './containers.mjs';
import { returnToPrevious } from './previous.mjs';
import { replaceService } from './replace.mjs';

/**
 * Undoes the last upgrade.mjs: returns each service to the image it ran before, one at a time. Schemas stay as they are, because the
 * previous version works with those of the next one. Change .env back first if the new settings are the problem.
 *   node scripts/compose/downgrade.mjs
 */
await runCommand(async () => {
  const services = await readServices();
  const { replaceable } = sortServices(services);
  await returnToPrevious(services, replaceable);
  // The gateway first: a gateway never calls a service that is older than itself.
  for (const name of [...replaceable].reverse()) await replaceService(name, services[name].image);
  say('the previous version is running');
});
