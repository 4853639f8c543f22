import { countLines, findExcess, lowerBudgets } from './size-budgets.mjs';

const text = 'one\ntwo';

describe('size budgets', () => {
  it('count sources by workspace, test support apart, without tests and generated code', () => {
    const paths = [
      'gateway/src/main.ts',
      'gateway/src/testing/setup.ts',
      'gateway/src/main.test.ts',
      'services/auth/src/main.ts',
      'services/platform/testing/until.ts',
      'scripts/lint/size-budgets.mjs',
      'eslint.config.mjs',
      'proto/gen/content.ts',
      'tests/e2e/support.ts',
      'k8s/testing/render.ts',
      'web/src/app.css',
    ];
    expect(countLines(paths.map((path) => ({ path, text })))).toEqual({
      gateway: { source: 2, testing: 2 },
      'services/auth': { source: 2, testing: 0 },
      'services/platform': { source: 0, testing: 2 },
      scripts: { source: 2, testing: 0 },
      '.': { source: 2, testing: 0 },
    });
  });

  it('name the workspace, its lines and its budget', () => {
    const counts = { web: { source: 50_517, testing: 10 }, gateway: { source: 100, testing: 31 } };
    const budgets = { web: { source: 50_500, testing: 10 }, gateway: { source: 100, testing: 30 } };
    expect(findExcess(counts, budgets)).toEqual([
      expect.stringMatching(/^web: 50,517 lines, 17 over the budget of 50,500\. Remove or simplify code\./),
      expect.stringMatching(/^gateway: 31 lines of test support, 1 over the budget of 30\./),
    ]);
  });

  it('apply to a new workspace, too', () => {
    expect(findExcess({ extra: { source: 1, testing: 0 } }, {})).toHaveLength(1);
  });

  it('fall with the code, and never rise', () => {
    const budgets = {
      web: { source: 500, testing: 100 },
      proto: { source: 50, testing: 0 },
      gone: { source: 50, testing: 0 },
    };
    const counts = { web: { source: 401, testing: 100 }, proto: { source: 70, testing: 0 } };
    expect(lowerBudgets(counts, budgets)).toEqual({
      web: { source: 450, testing: 100 },
      proto: { source: 50, testing: 0 },
    });
  });
});
