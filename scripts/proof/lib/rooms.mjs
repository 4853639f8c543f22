/** The credentials that each process of local mode may have. */
export const roomsOf = {
  gateway: ['key gateway'],
  auth: ['role auth'],
  content: ['role content'],
  submissions: ['role submissions', 'key submissions'],
  weather: ['role weather', 'key social'],
  notifications: ['role notifications'],
  worker: ['role submissions'],
  'picture-worker': ['role pictures', 'key pictures'],
};
