import { states } from './states.mjs';

/** Output other than screens: printed pages, and link previews in messengers. */

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
