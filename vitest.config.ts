import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules', 'build', 'data', 'e2e'],
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/no-unexpected-console.ts',
    pool: 'threads',
    maxWorkers: 2,
    // No rule here is about speed, and the machine may be busy.
    testTimeout: 40_000,
    hookTimeout: 60_000,
  },
})
