import { explanationOf } from './process-picture.job.js';

describe('what moderators read when a picture is not there', () => {
  it.each([
    ['given up', 'it took longer than 60 s and was killed', 'Preparing it took too long.'],
    ['given up', 'it ended its process: SIGABRT', /ended the process that did it, most likely for want of memory/],
    ['given up', 'The specified key does not exist.', 'Its upload is no longer in the picture store.'],
    ['given up', 'relation "secrets" does not exist at 10.0.0.1:5432', 'Preparing it failed.'],
    ['put off', 'The picture store was unreachable.', 'The picture store was unreachable.'],
    ['put off', 'connect ECONNREFUSED 10.0.0.1:5432', 'A service needed to prepare pictures was unreachable.'],
  ] as const)('says, of one that was %s because "%s", what people can use', (kind, reason, expected) => {
    expect(explanationOf({ kind, reason })).toMatch(expected);
  });
});
