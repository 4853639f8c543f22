import { currentState } from './regions/choice.mjs';

/** Two projects: services and gateway in Node, pages in jsdom. Playwright runs the browser tests (tests/). */

const swc = (react) => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true, tsx: react },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      keepClassNames: true,
    },
    module: { type: 'es6' },
  },
];

const isWatching = process.argv.some((word) => word === '--watch' || word === '--watchAll');

/** Facts and data of the chosen state, which `regions/package.json` can't resolve. */
const folderOfState = `<rootDir>/regions/${currentState().toLowerCase()}`;
const ofState = {
  '^@site/regions/chosen/(.*)$': `${folderOfState}/$1.ts`,
  '^@site/regions/data/([^?]*)$': `${folderOfState}/$1`,
};

const shared = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['/dist/', '/.data/'],
};

const backend = {
  globalSetup: '<rootDir>/services/platform/testing/global-setup.mjs',
  globalTeardown: '<rootDir>/services/platform/testing/global-teardown.mjs',
};

export default {
  // A third of the test time is waiting, for example for deadlines or providers that don't respond.
  maxWorkers: 3,
  // Concurrent tests within a file.
  maxConcurrency: 2,
  // Workers leak some memory with each file, and ran out of memory after a few hundred. In watch mode the few test
  // files share this process and its loaded packages.
  ...(isWatching ? {} : { workerIdleMemoryLimit: '1500MB' }),
  testTimeout: 120_000,
  projects: [
    {
      ...shared,
      ...backend,
      displayName: 'services',
      runtime: '<rootDir>/scripts/testing/native-runtime.cjs',
      testEnvironment: '<rootDir>/scripts/testing/native-environment.mjs',
      testMatch: ['<rootDir>/{regions,domain,proto,gateway,services,simulator,scripts,k8s}/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'web',
      testEnvironment: 'jsdom',
      testEnvironmentOptions: { customExportConditions: ['source', 'browser'] },
      testMatch: ['<rootDir>/web/src/**/*.test.{ts,tsx}'],
      setupFilesAfterEnv: ['<rootDir>/web/src/testing/setup.ts'],
      transform: { '\\.tsx?$': swc(true) },
      moduleNameMapper: {
        // First: Jest drops the query of `map.json?url`. The web imports these files only by their address.
        '^@site/regions/data/.*\\.json$': '<rootDir>/web/src/testing/asset-stub.ts',
        '\\.(css|svg|png|jpg|webp|woff2)(\\?.*)?$': '<rootDir>/web/src/testing/asset-stub.ts',
        ...ofState,
        '^@/(.*)\\.js$': '<rootDir>/web/src/$1',
        // All icons from one file: loading fifteen hundred separate files takes a second per test file.
        '^lucide-react$': '<rootDir>/node_modules/lucide-react/dist/cjs/lucide-react.js',
        '^(\\.{1,2}/.*)\\.js$': '$1',
      },
    },
  ],
};
