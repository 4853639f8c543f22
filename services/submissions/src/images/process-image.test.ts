import { explanationOf } from './process-image.job.js';

describe('the explanation for a missing picture', () => {
  it.each([
    ['given up', 'it took longer than 60 s and was ended', 'Preparing it took too long.'],
    ['given up', 'its decoder was killed', /crashed, most likely because it ran out of memory/],
    ['given up', 'The specified key does not exist.', 'Its upload is no longer in the picture store.'],
    ['given up', 'relation "secrets" does not exist at 10.0.0.1:5432', 'Preparing it failed.'],
    ['put off', 'The picture store was unreachable.', 'The picture store was unreachable.'],
    ['put off', 'connect ECONNREFUSED 10.0.0.1:5432', 'A service needed to prepare pictures was unreachable.'],
  ] as const)('of a job that was %s because "%s" is useful to moderators', (kind, reason, expected) => {
    expect(explanationOf({ kind, reason })).toMatch(expected);
  });
});
