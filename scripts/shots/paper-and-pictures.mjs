import { states } from './states.mjs';

/** What is not read on a screen: pages as they are printed, and the pictures that messengers show with a link. */

const printed = (name, path, state = states.calm) => ({
  name: `print-${name}`,
  path,
  state,
  prepare: (page) => page.emulateMedia({ media: 'print' }),
});

export const paperAndPictures = [
  printed('home', '/'),
  printed('forecast', '/forecast'),
  printed('alert', '/alert', states.tornado),
  printed('now', '/now/pulaski'),
  { name: 'share-home', path: '/share/home.png', window: true },
];
