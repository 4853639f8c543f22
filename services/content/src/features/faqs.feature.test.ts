import type { ListFaqsResponse } from '@site/proto/gen/nest/content/v1/faqs';
import { builders, startContent, type TestContent } from '../testing/content.js';

/** kinds/editing.test.ts tests what all kinds have in common. */

describe('FaqsService', () => {
  let content: TestContent;
  let build: ReturnType<typeof builders>;
  beforeAll(async () => {
    content = await startContent();
    build = builders(content.database);
  });
  afterAll(() => content.close());

  it('finds questions that contain every word in question or answer, in any case and order, in list order', async () => {
    await build.faq({ question: 'Are the roads icy?', answer: 'Ask the highway department.' });
    await build.faq({ question: 'Who plows?', answer: 'The HIGHWAY department, 100% of the roads.' });
    await build.faq({ question: 'Is it hot?', answer: 'Yes.' });
    const found = async (q?: string) => {
      const request = { limit: 10, q };
      const { faqs } = await content.service.call<ListFaqsResponse>('content.v1.FaqsService', 'listFaqs', request);
      return faqs.map(({ question }) => question);
    };
    await expect(found('highway ROADS')).resolves.toEqual(['Are the roads icy?', 'Who plows?']);
    await expect(found('department icy')).resolves.toEqual(['Are the roads icy?']);
    await expect(found('0%')).resolves.toEqual(['Who plows?']);
    await expect(found("' OR true --")).resolves.toEqual([]);
    await expect(found()).resolves.toHaveLength(3);
  });
});
