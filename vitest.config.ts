import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const EVERYWHERE = {
  setupFiles: 'test/support/no-unexpected-console.ts',
  pool: 'threads',
  // No test depends on speed, and the machine may be busy.
  testTimeout: 40_000,
  hookTimeout: 60_000,
} as const

/**
 * `unit` tests are next to the code and start at once; `database` tests start a PostgreSQL first. `suppliers` tests
 * install the real stand-in of a supplier: only on request.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...EVERYWHERE,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['node_modules', 'build', 'data', 'e2e', 'test'],
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'database',
          include: ['test/**/*.test.ts'],
          exclude: ['**/*.suppliers.test.ts'],
          globalSetup: 'test/support/global-setup.ts',
        },
      },
      {
        test: {
          ...EVERYWHERE,
          name: 'suppliers',
          include: ['test/**/*.suppliers.test.ts'],
          globalSetup: 'test/support/global-setup.ts',
        },
      },
    ] satisfies TestProjectInlineConfiguration[],
  },
})
