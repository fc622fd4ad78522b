import type { Locator, Page } from '@playwright/test'

/** Opens a page whose code does not arrive until the returned function lets it load, or fail. */
export async function openWithoutCode(
  page: Page,
  path: string,
  end: 'continue' | 'abort' = 'continue',
): Promise<() => void> {
  const ended = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await ended.promise
    await route[end]()
  })
  // The code of a staff page is in its head, so that its document is only loaded with it.
  await page.goto(path, { waitUntil: path.startsWith('/admin') ? 'commit' : 'domcontentloaded' })
  return ended.resolve
}

/** The control whose tap is kept until the code has loaded. */
export function waitingControl(page: Page): Locator {
  return page.locator(':is(a, button)[aria-busy="true"]')
}
