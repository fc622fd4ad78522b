import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const EVERYWHERE = {
  setupFiles: 'test/support/no-unexpected-console.ts',
  // Each process has a third of the memory that threads of one have together, so that starting a program of the shop
  // from it, which marks all of it as shared, costs less. Some tests change what the whole process trusts.
  pool: 'forks',
  // Three processes with a heap of hundreds of megabytes each keep every core busy: threads that collect garbage beside
  // them only take the cores from tests, and a larger space for new objects is collected less often.
  execArgv: ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64'],
  // A file that loads Kysely, React and the rest again takes a second; files share them, and no test changes them.
  isolate: false,
  unstubGlobals: true,
  // No test depends on speed, and the machine may be busy.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // By default a second, in which a busy machine may do nothing.
  expect: { poll: { timeout: 30_000 } },
} satisfies TestProjectInlineConfiguration['test']

const ON_REQUEST = '**/*.suppliers.test.ts'

/**
 * `unit` tests are next to the code and start at once; `database` tests start a PostgreSQL first; `suppliers` tests
 * need what not every machine has, and run with `npm run test:suppliers`.
 */
export default defineConfig({
  test: {
    // One more than the two cores of the smallest machine: tests wait a quarter of their time, mostly for databases.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...EVERYWHERE,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['node_modules', 'build', 'data', 'e2e', 'test', ON_REQUEST],
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'database',
          include: ['test/**/*.test.ts'],
          exclude: ['node_modules', ON_REQUEST],
          globalSetup: 'test/support/global-setup.ts',
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'suppliers',
          include: [ON_REQUEST],
          exclude: ['node_modules', 'build', 'data'],
          globalSetup: 'test/support/global-setup.ts',
        },
      },
    ] satisfies TestProjectInlineConfiguration[],
  },
})
