import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** A workspace may import only what stands below it: proto ← platform ← services and gateway; web speaks HTTP. */
const onlyBelow = (files, forbidden, message) => ({
  files: [`${files}/**/*.{ts,tsx}`],
  rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [{ regex: forbidden, message }] }] },
});

export default tseslint.config(
  { ignores: ['**/dist/', '**/gen/', '.data/', 'coverage/', 'shots/', 'out/'] },
  js.configs.recommended,
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name: a thing has one name everywhere.' },
        { selector: 'ExportAllDeclaration', message: 'No barrels: import the file.' },
        {
          selector:
            "VariableDeclarator[init.type='Identifier'][init.name='strings'], MemberExpression[computed=true][object.name='strings']",
          message: 'Write strings.name: the build puts each text in its place and leaves no object behind.',
        },
      ],
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
    files: ['web/vite.config.ts', 'web/src/testing/asset-stub.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // What a test reads from an answer's body is checked by the expectation itself.
    files: ['**/*.test.ts', '**/*.test.tsx'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  onlyBelow('proto', '^@site/', 'Contracts stand alone.'),
  onlyBelow('services/platform', '^@site/(?!proto/)', 'The platform knows no business.'),
  ...['content', 'submissions', 'auth', 'weather-proxy'].map((name) =>
    onlyBelow(`services/${name}`, '^@site/(?!proto/|platform/)', 'Services speak to each other over gRPC only.'),
  ),
  onlyBelow('gateway', '^@site/(?!proto/|platform/)', 'The gateway speaks to services over gRPC only.'),
  onlyBelow(
    'web',
    '^@site/(?!proto/(?!grpc|gen/nest))',
    'The browser speaks HTTP; of the contracts it uses schemas and types.',
  ),
  onlyBelow('web/src/components', '/features/', 'A component serves features, it does not know them.'),
);
