import { Entity } from 'typeorm';
import { Faq } from '../features/faqs.feature.js';
import { builders, startContent, type TestContent } from '../testing/content.js';
import { contentKind } from './content-kind.js';
import { ContentRows } from './content-rows.js';

/** Orders that the site doesn't use. */
@Entity('faqs')
class Sorted extends Faq {}
const sortedBy = (column: 'version' | 'question', type: 'integer' | 'text', newestFirst: boolean) =>
  contentKind({
    type: 'faq',
    rpcName: 'Faq',
    entity: Sorted,
    fields: ['question'],
    title: 'question',
    unknown: 'none',
    sortedBy: { column, type, newestFirst },
  });

describe('a list sorted by a column other than a time', () => {
  let content: TestContent;
  beforeAll(async () => {
    content = await startContent();
    const { faq } = builders(content.database);
    for (const [question, version] of [
      ['b|b', 2],
      ['a', 10],
      ['c', 2],
      ['', -1],
      ['a', 2],
    ] as const)
      await faq({ question: question || ' ', version });
  });
  afterAll(() => content.close());

  it.each([
    ['integers, the lowest first', 'version', 'integer', false, [-1, 2, 2, 2, 10]],
    ['integers, the highest first', 'version', 'integer', true, [10, 2, 2, 2, -1]],
    ['texts', 'question', 'text', false, [' ', 'a', 'a', 'b|b', 'c']],
  ] as const)(
    'pages through %s without losing or repeating a row',
    async (_what, column, type, newestFirst, expected) => {
      const rows = new ContentRows<Faq>(content.database.dataSource, sortedBy(column, type, newestFirst));
      const seen: unknown[] = [];
      for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages += 1) {
        const response = await rows.list({ cursor, limit: 2 });
        seen.push(...response.page.map((row) => row[column]));
        cursor = response.nextCursor;
      }
      expect(seen).toEqual(expected);
    },
  );
});
