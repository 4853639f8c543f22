/** Addresses of the simulated outside world, as seen from both sides. */

const names = { providers: 'providers.outside.test', mail: 'mail.outside.test', push: 'push.outside.test' };
export const hostNames = Object.values(names);

export const addresses = {
  providers: `http://${names.providers}:9090`,
  mail: `smtp://${names.mail}:2525`,
  // An explicit port makes the sender accept a push service in a private network.
  push: `https://${names.push}:9443`,
};

/** Inside the outside world's container: the port of its control API, and the folder with its certificate. */
export const controlPort = 8080;
export const certificates = '/certificates';
