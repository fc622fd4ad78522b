import { expect, test } from '#e2e/support/journey.ts'

test.use({ reducedMotion: 'no-preference' })

const FAULTS = ['given up on the way', 'skipped', 'impossible to draw'] as const

for (const fault of FAULTS) {
  test(`a transition between two pages that is ${fault} causes no error in the browser`, async ({
    shopper,
    page,
    complaints,
  }) => {
    complaints.expect(/^console error: Unexpected duplicate view-transition-name: twice/)
    await page.addInitScript(spoilTransition, fault)
    await shopper.open('/about')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
    await expect(shopper.heading('Privacy Policy')).toBeVisible()
    await expect.poll(() => page.evaluate(() => (globalThis as Spoilt).spoiltTransition)).toBe(fault)
  })
}

test('a transition that begins after its page is shown, where scripts cannot catch it, causes no error', async ({
  shopper,
  page,
  complaints,
}) => {
  await shopper.open('/about')
  await page.evaluate(() => {
    const words = 'Transition was aborted because of invalid state. Page already revealed'
    void Promise.reject(new DOMException(words, 'InvalidStateError'))
  })
  await page.evaluate(
    () => void Promise.reject(new DOMException('The database is closed', 'InvalidStateError')),
  )
  await expect.poll(() => complaints.unexpected().length).toBeGreaterThan(0)
  complaints.expect(/The database is closed/)
  expect(complaints.unexpected()).toEqual([])
})

test('a page that is measured before its styles have arrived reports no error', async ({ shopper, page }) => {
  await shopper.open('/about')
  await page.addInitScript(() => {
    const measure = () => {
      const isWaitedFor = document.querySelector('link[rel="stylesheet"]') !== null
      if (isWaitedFor) getComputedStyle(document.documentElement).getPropertyValue('color')
      if (document.readyState !== 'complete') setTimeout(measure, 5)
    }
    measure()
  })
  await page.route('**/*.css', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  for (const name of ['Privacy Policy', 'Delivery & Returns', 'Privacy Policy']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    await expect(shopper.heading(name)).toBeVisible()
  }
})

type Spoilt = typeof globalThis & { spoiltTransition?: string }

/** Runs in the page before anything else. `finished` still resolves for every transition, `ready` rejects. */
function spoilTransition(fault: (typeof FAULTS)[number]): void {
  const twice = new CSSStyleSheet()
  twice.replaceSync('main, footer { view-transition-name: twice !important }')
  const note = (transition: ViewTransition) =>
    void transition.finished.then(() => ((globalThis as Spoilt).spoiltTransition = fault))

  addEventListener('pagereveal', ({ viewTransition }) => {
    if (!viewTransition) return
    note(viewTransition)
    if (fault === 'skipped') viewTransition.skipTransition()
    else if (fault === 'impossible to draw') document.adoptedStyleSheets.push(twice)
  })
  if (fault !== 'given up on the way') return
  // As soon as the first script of the page has run.
  const giveUp = (_: unknown, observer: MutationObserver) => {
    const transition = document.activeViewTransition
    if (!transition || !document.querySelector('title')) return
    observer.disconnect()
    note(transition)
    transition.skipTransition()
  }
  new MutationObserver(giveUp).observe(document, { childList: true, subtree: true })
}
