import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fillShop } from './busy-shop.ts'
import { test as journey } from './journey.ts'
import { STAFF, type RunningShop } from './running-shop.ts'
import { isAlive, isSettled } from '#e2e/actors/shopper.ts'
import { StaffMember } from '#e2e/actors/staff-member.ts'

const FOLDER = join(import.meta.dirname, '../../shots')

/** How much of the page: all of it, or what a screen shows, for what lies over the page. */
type Extent = 'page' | 'screen'

interface OfTheWorker {
  /** The shop, with orders, messages and subscribers in it. */
  busy: RunningShop
}

interface OfTheTest {
  /** Keeps a picture: `cart-filled` becomes `shots/cart-filled-360.png`. */
  shoot: (name: string, extent?: Extent) => Promise<void>
  /** Somebody who is signed in, in a shop with something to do. */
  staff: StaffMember
}

/** A walk past states of screens, with a camera. What the browser complains of is the journeys' business. */
export const test = journey.extend<OfTheTest, OfTheWorker>({
  shoot: async ({ page, complaints }, use) => {
    complaints.expect(/./)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const width = page.viewportSize()?.width
    await use(async (name, extent = 'page') => {
      await settle(page)
      if (extent === 'page') await page.evaluate(() => scrollTo(0, 0)) // or what is fixed lies in the middle of the picture
      const path = join(FOLDER, `${name}-${width}.png`)
      await page.screenshot({ path, fullPage: extent === 'page', animations: 'disabled' })
    })
  },
  busy: [
    async ({ shop }, use) => {
      await fillShop(shop)
      await use(shop)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  staff: async ({ page, busy }, use) => {
    const staff = new StaffMember(page, STAFF)
    await page.goto(`${busy.url}/admin`)
    await isAlive(page.getByLabel('Email'))
    await staff.signIn()
    await staff.isInside()
    await use(staff)
  },
})

/** Shots of states that are no more than an address. */
export function shootAddresses(states: Record<string, string>): void {
  for (const [name, path] of Object.entries(states)) {
    test(name, async ({ page, shoot }) => {
      await page.goto(path)
      await shoot(name)
    })
  }
}

/** Every picture is there, the words have their fonts, and the page has come to life. */
async function settle(page: Page): Promise<void> {
  await isSettled(page)
  await page.evaluate(async () => {
    await document.fonts.ready
    const images = [...document.images]
    for (const image of images) image.loading = 'eager'
    await Promise.allSettled(images.map((image) => image.decode()))
  })
}
