import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/support/find-chromium.ts'

const executablePath = await findChromium()
const isRoot = process.getuid?.() === 0

/** These journeys do not depend on the screen size: they run on a phone, which most shoppers use. */
const ON_A_PHONE_ONLY = [
  '**/airtable.journey.ts',
  '**/backups.journey.ts',
  '**/changed-while-paying.journey.ts',
  '**/connections.journey.ts',
  '**/contact.journey.ts',
  '**/erasure.journey.ts',
  '**/error-catalog.journey.ts',
  '**/home-picture.journey.ts',
  '**/keep-a-cart.journey.ts',
  '**/lost-connection.journey.ts',
  '**/mail-server.journey.ts',
  '**/more-than-one-order-may-have.journey.ts',
  '**/newsletter.journey.ts',
  '**/ordering-at-once.journey.ts',
  '**/orders.journey.ts',
  '**/packing.journey.ts',
  '**/partial-shipment.journey.ts',
  '**/payment-refused.journey.ts',
  '**/people.journey.ts',
  '**/pickup-in-parts.journey.ts',
  '**/pickup.journey.ts',
  '**/recently-viewed.journey.ts',
  '**/settings-undo.journey.ts',
  '**/settings.journey.ts',
  '**/shipping.journey.ts',
  '**/size-charts.journey.ts',
  '**/staff-sign-in.journey.ts',
  '**/stripe.journey.ts',
  '**/taxes.journey.ts',
  '**/too-little-to-pay.journey.ts',
  '**/two-tabs.journey.ts',
  '**/view-transitions.journey.ts',
  '**/without-javascript.journey.ts',
]

/** Journeys in a real browser, against the built shop. `@phone` and `@desktop` in a title: only at that size. */
export default defineConfig({
  testDir: 'e2e/journeys',
  testMatch: '*.journey.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/global-setup.ts',
  fullyParallel: true,
  // One more than the two cores of the smallest machine: the run under chaos mostly waits.
  workers: 3,
  retries: 0,
  // No journey depends on speed, and the machine may be busy.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Node runs TypeScript itself; translating hundreds of files again takes every worker seconds.
  build: { external: ['**/*.ts'] },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    locale: 'en-CA',
    timezoneId: 'America/Regina',
    // Painting what moves takes up to a seventh of the processor time. Journeys about it ask for motion.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Letters are as wide in the headless shell as in a browser with a window.
      // The page is painted without a graphics card anyway; preparing one for WebGL takes time in every browser.
      // Because of the shop's opener policy, the first page of a tab would start a second renderer process. With the
      // limit it reuses the process of the empty tab. Contexts never share a process.
      // No page lives long enough to earn back what V8 spends on optimizing its scripts.
      args: [
        '--disable-gpu',
        '--font-render-hinting=none',
        '--renderer-process-limit=1',
        '--js-flags=--no-opt,--no-maglev',
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    // The longest first; no browser is needed.
    { name: 'chaos', testMatch: 'chaos.journey.ts' },
    // Before the phone: it ends with long checks, beside which nothing else would be left to do.
    {
      name: 'desktop',
      grepInvert: /@phone/,
      testIgnore: [...ON_A_PHONE_ONLY, 'chaos.journey.ts'],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      testIgnore: 'chaos.journey.ts',
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
  ],
})
