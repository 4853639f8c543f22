import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import js from '@eslint/js';
import checkFile from 'eslint-plugin-check-file';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { cutByCharacters } from './scripts/lint/cut-by-characters.mjs';
import { factsOfAState } from './scripts/lint/facts-of-a-state.mjs';
import { vocabulary } from './scripts/lint/vocabulary.mjs';

/**
 * A workspace imports only from lower ones: regions ← domain ← proto ← platform ← services and gateway; web uses HTTP.
 */
const onlyBelow = (files, forbidden, message) => ({
  files: [`${files}/**/*.{ts,tsx}`],
  rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [{ regex: forbidden, message }] }] },
});

/** Modules of one workspace, lowest first. A module imports only from itself and lower ones. */
const floors = (root, rooms) =>
  rooms.slice(0, -1).map((layer, floor) => ({
    target: `./${root}/${layer}`,
    from: rooms.slice(floor + 1).map((higher) => `./${root}/${higher}`),
    message: `${rooms.join(' ← ')}: a layer must not import from the layers to its right.`,
  }));

/** Features in a folder don't import each other; shared code belongs in a lower module. */
const apart = (root) =>
  readdirSync(join(import.meta.dirname, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      target: `./${root}/${name}`,
      from: `./${root}`,
      except: [`./${name}`],
      message: 'Features must not import each other. Move shared code to a lower layer.',
    }));

const rooms = [
  ...floors('web/src', ['api', 'ui', 'components', 'dashboard-kit', 'features', 'shell']),
  {
    target: './web/src/worker',
    from: './web/src',
    except: ['./worker'],
    message: 'The service worker is a separate bundle, so visitors would download these imports twice.',
  },
  {
    target: './web/src/features/public',
    from: './web/src/dashboard-kit',
    message: 'Visitors must not download dashboard code. Move shared code to web/src/ui.',
  },
  ...apart('web/src/features/public'),
  ...apart('web/src/features/dashboard'),
  ...floors('gateway/src', ['edge', 'uploads', 'responses', 'pages', 'feature-kit', 'features']),
  ...apart('gateway/src/features'),
  ...floors('services/platform/src', ['base', 'data', 'mail', 'jobs', 'lifecycle', 'service']),
  ...floors('scripts', ['lib', 'proof']),
  ...['lib', 'attacks', 'faults', 'bench'].map((name) => ({
    target: `./scripts/proof/${name}`,
    from: './scripts/proof',
    except: [...new Set([`./${name}`, './lib'])],
    message: 'Proofs may share only proof/lib.',
  })),
  ...['regions', 'domain', 'proto', 'gateway', 'services', 'web'].map((part) => ({
    target: `./${part}`,
    from: ['./scripts'],
    message: 'The product must not depend on the scripts that start it.',
  })),
];

const exports = [
  { selector: 'ExportDefaultDeclaration', message: 'Use named exports, so that a thing has one name everywhere.' },
  { selector: 'ExportAllDeclaration', message: 'No barrel files: import from the file itself.' },
];

/**
 * `Date.now()` in a duration: subtracted, compared, stored in a field or used as a deadline. With `Date.parse` or
 * `getTime`, it's compared to a recorded time, which needs the wall clock.
 */
const wallClock = 'CallExpression[callee.object.name="Date"][callee.property.name="now"]';
const writtenDown = ':not(:has(CallExpression[callee.property.name=/^(parse|getTime)$/]))';
const compares = 'BinaryExpression[operator=/^[<>]=?$/]';
const durations = [
  `BinaryExpression[operator="-"]${writtenDown} > ${wallClock}`,
  `${compares}${writtenDown} > ${wallClock}`,
  `${compares}${writtenDown} > BinaryExpression > ${wallClock}`,
  `VariableDeclarator > BinaryExpression[operator="+"] > ${wallClock}`,
  `AssignmentExpression[left.type="MemberExpression"] > ${wallClock}`,
  `PropertyDefinition > ${wallClock}`,
].map((selector) => ({
  selector,
  message: 'The wall clock can be set back: measure durations with performance.now().',
}));

export default tseslint.config(
  { ignores: ['**/dist/', '**/gen/', '.data/', 'coverage/', 'shots/', 'out/'] },
  js.configs.recommended,
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-restricted-syntax': ['error', ...exports],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.recommended, reactHooks.configs.flat['recommended-latest']],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['{domain,gateway,proto,services,regions,web}/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', '**/testing/**'],
    plugins: { site: { rules: { 'cut-by-characters': cutByCharacters } } },
    rules: { 'no-restricted-syntax': ['error', ...exports, ...durations], 'site/cut-by-characters': 'error' },
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    // Migrations are fixed by what they migrate.
    ignores: ['**/migrations/**', '**/*.test.{ts,tsx}'],
    plugins: { names: { rules: { vocabulary } } },
    rules: { 'names/vocabulary': 'error' },
  },
  {
    files: ['{domain,gateway,proto,services,web,scripts}/**/*.{ts,tsx,mjs}'],
    ignores: [
      // They assume the default state, apart from those for another one.
      '**/*.test.{ts,tsx}',
      '**/testing/**',
      'scripts/{backup,cluster,compose,proof}/**',
      // Of the state that `hasSampleContent` names.
      'services/content/src/sample-content/**',
      'services/submissions/src/add-samples.ts',
    ],
    plugins: { regions: { rules: { 'facts-of-a-state': factsOfAState } } },
    rules: { 'regions/facts-of-a-state': 'error' },
  },
  {
    files: ['web/vite.config.ts', 'web/src/testing/asset-stub.ts', 'tests/{playwright.config,support/global-setup}.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // Expectations check the contents of response bodies.
    files: ['**/*.test.ts', '**/*.test.tsx'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  onlyBelow('regions', '^@site/(?!regions/)', 'Regions must not import other workspaces.'),
  onlyBelow('domain', '^@site/(?!regions/)', 'Domain rules may import only regions.'),
  onlyBelow('proto', '^@site/(?!regions/|domain/)', 'Contracts may import only domain rules and regions.'),
  onlyBelow('services/platform', '^@site/(?!domain/|proto/)', 'The platform must not contain business logic.'),
  ...['content', 'submissions', 'auth', 'weather-proxy', 'notifications'].map((name) =>
    onlyBelow(
      `services/${name}`,
      '^@site/(?!regions/|domain/|proto/|platform/)',
      'Services communicate only over gRPC.',
    ),
  ),
  onlyBelow('gateway', '^@site/(?!regions/|domain/|proto/|platform/)', 'The gateway calls services only over gRPC.'),
  onlyBelow(
    'web',
    '^@site/(?!regions/(?!data$)|domain/|proto/(?!grpc|gen/nest))',
    'The browser uses HTTP; from the contracts it may import only schemas and types.',
  ),
  {
    // Tests, too.
    files: ['{services,web}/**/*.{ts,tsx,mjs}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ regex: '^[./]*/scripts/', message: 'Move what is shared to the workspace that it belongs to.' }],
        },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    // Tests may use the whole application.
    ignores: ['**/*.test.{ts,tsx}', '**/testing/**'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({
          alias: { '@': [join(import.meta.dirname, 'web/src')] },
          extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
          conditionNames: ['source', 'import'],
        }),
      ],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    },
    rules: {
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones: rooms }],
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: { 'check-file': checkFile },
    rules: {
      'check-file/filename-naming-convention': [
        'error',
        // A migration's file name starts with the timestamp that TypeORM sorts by.
        {
          '**/!(migrations)/*.{ts,tsx,mjs}': 'KEBAB_CASE',
          '**/migrations/*.ts': '?(+([0-9])-)+([a-z0-9])*(-+([a-z0-9]))',
        },
        { ignoreMiddleExtensions: true },
      ],
    },
  },
);
