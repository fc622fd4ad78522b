import axe from 'axe-core'
import { expect, type Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility-tree.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Checks the page once nothing moves: WCAG 2.2 AA, axe's best practices, and what axe does not see. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // axe runs in the page itself: a frame would not be checked.
  expect(page.frames()).toHaveLength(1)
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (tags) => {
    const { axe: checker } = globalThis as typeof globalThis & { axe: typeof axe }
    return (await checker.run({ runOnly: tags, resultTypes: ['violations'] })).violations
  }, TAGS)
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`),
  )
  expect(found.join('\n\n')).toBe('')
  expect.soft((await accessibilityFaults(page)).join('\n'), page.url()).toBe('')
}
