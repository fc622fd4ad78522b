import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const EVERYWHERE = {
  setupFiles: 'test/support/no-unexpected-console.ts',
  pool: 'threads',
  // A file that loads Kysely, React and the rest again takes a second; files share them, and no test changes them.
  isolate: false,
  unstubGlobals: true,
  // No test depends on speed, and the machine may be busy.
  testTimeout: 120_000,
  hookTimeout: 120_000,
} as const

/** `unit` tests are next to the code and start at once; `database` tests start a PostgreSQL first. */
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
          globalSetup: 'test/support/global-setup.ts',
        },
      },
    ] satisfies TestProjectInlineConfiguration[],
  },
})
