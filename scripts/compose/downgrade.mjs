import { logElapsed as log } from '../lib/log.mjs';
import { imageOf, readServices, runCommand, sortServices } from './containers.mjs';
import { returnToPrevious } from './previous-images.mjs';
import { replaceService } from './replace-service.mjs';

/**
 * Undoes the last upgrade.mjs: returns each service to its previous image. Schemas stay, because each version works
 * with the schemas of the next. Revert .env first if the new settings are the problem.
 *     node scripts/compose/downgrade.mjs
 */
await runCommand(async () => {
  const services = await readServices();
  const { replaceable } = sortServices(services);
  await returnToPrevious(services, replaceable);
  // The gateway first: a gateway never calls a service older than itself.
  for (const name of [...replaceable].reverse()) await replaceService(name, imageOf(services, name));
  log('the previous version is running');
});
