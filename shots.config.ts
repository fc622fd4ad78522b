import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

const size = (width: number, height: number, touched: boolean) => ({
  name: String(width),
  use: { viewport: { width, height }, isMobile: touched, hasTouch: touched },
})

/** `npm run shots`: screenshots of every screen in every state, for review. See e2e/support/shots.ts. */
export default defineConfig({
  ...journeys,
  testDir: 'e2e/shots',
  testMatch: '*.shots.ts',
  outputDir: 'test-results/shots',
  projects: [size(360, 740, true), size(768, 1024, true), size(1440, 900, false)],
})
