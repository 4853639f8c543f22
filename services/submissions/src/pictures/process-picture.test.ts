import { explanationOf } from './process-picture.job.js';

describe('what moderators read when a picture is not there', () => {
  it.each([
    ['given up', 'it took longer than 60 s and was ended', 'Preparing it took too long.'],
    ['given up', 'it ended its process: SIGABRT', /ended the process that did it, most likely for want of memory/],
    ['given up', 'The specified key does not exist.', 'Its upload is no longer in the picture store.'],
    ['given up', 'relation "secrets" does not exist at 10.0.0.1:5432', 'Preparing it did not work.'],
    ['put off', 'The picture store was away.', 'The picture store was away.'],
    ['put off', 'connect ECONNREFUSED 10.0.0.1:5432', 'Something that prepares pictures was away.'],
  ] as const)('says, of one that was %s because "%s", what people can use', (kind, reason, expected) => {
    expect(explanationOf({ kind, reason })).toMatch(expected);
  });
});
