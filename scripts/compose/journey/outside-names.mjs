/** Where the simulated outside world is, for both sides of it. */

const names = { providers: 'providers.outside.test', mail: 'mail.outside.test', push: 'push.outside.test' };
export const hostNames = Object.values(names);

/** As the installation's containers reach it. */
export const addresses = {
  providers: `http://${names.providers}:9090`,
  mail: `smtp://${names.mail}:2525`,
  // With a port, the sender accepts a push service in a private network.
  push: `https://${names.push}:9443`,
};

/** The port of its control API, and the folder with its certificate, in its container. */
export const controlPort = 8080;
export const certificates = '/certificates';
