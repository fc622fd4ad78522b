import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { STAFF, type RunningShop } from './running-shop.ts'
import { testInBusyShop } from './dedicated-shop.ts'
import { untilHydrated, isSettled } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const FOLDER = join(import.meta.dirname, '../../shots')

/** The whole page, or one screen of it, for overlays. */
type Extent = 'page' | 'screen'

interface OfTheTest {
  /** The shop, with orders, messages and subscribers. */
  busy: RunningShop
  /** Saves a screenshot: `cart-filled` becomes `shots/cart-filled-360.png`. */
  shoot: (name: string, extent?: Extent) => Promise<void>
  /** A signed-in staff member in a shop with orders, messages and subscribers. */
  staff: StaffMember
}

/** Takes screenshots of screens in many states. Browser errors are left to the journeys. */
export const test = testInBusyShop.extend<OfTheTest>({
  shoot: async ({ page, complaints }, use) => {
    complaints.expect(/./)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const width = page.viewportSize()?.width
    await use(async (name, extent = 'page') => {
      await settle(page)
      if (extent === 'page') await page.evaluate(() => scrollTo(0, 0)) // otherwise fixed elements are in the middle of the screenshot
      const path = join(FOLDER, `${name}-${width}.png`)
      await page.screenshot({ path, fullPage: extent === 'page', animations: 'disabled' })
    })
  },
  busy: async ({ shop }, use) => use(shop),
  staff: async ({ page, busy }, use) => {
    const staff = new StaffMember(page, STAFF)
    await page.goto(`${busy.url}/admin`)
    await untilHydrated(page.getByLabel('Email'))
    await staff.signIn()
    await staff.isOnDashboard()
    await use(staff)
  },
})

/** Screenshots of states that need only an address. */
export function shootAddresses(states: Record<string, string>): void {
  for (const [name, path] of Object.entries(states)) {
    test(name, async ({ page, shoot }) => {
      await page.goto(path)
      await shoot(name)
    })
  }
}

/** Waits for pictures, fonts and hydration. */
export async function settle(page: Page): Promise<void> {
  await isSettled(page)
  await page.evaluate(async () => {
    await document.fonts.ready
    const images = [...document.images]
    for (const image of images) image.loading = 'eager'
    await Promise.allSettled(images.map((image) => image.decode()))
  })
}
