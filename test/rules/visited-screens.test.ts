import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SIGN_IN_SCREENS, IN_A_STORY, SHOP_SCREENS, STAFF_SCREENS } from '#e2e/support/screens.ts'
import { STAFF_NOT_FOUND } from '#web/admin/not-found/not-found-page.server.ts'
import { pages, staffPages } from '#test/support/every-route.ts'

const journey = (name: string) => readFileSync(join(import.meta.dirname, '../../e2e/journeys', name), 'utf8')

test('axe and the check of the accessibility tree visit every screen of the route table', () => {
  const visited = [...SHOP_SCREENS, ...SIGN_IN_SCREENS, ...STAFF_SCREENS].map(({ route }) => route)
  const all = [...pages, ...staffPages, STAFF_NOT_FOUND].map(({ path }) => path)
  expect([...new Set([...visited, ...Object.keys(IN_A_STORY)])].toSorted()).toEqual(all.toSorted())
})

test('the journeys about accessibility and large text go through these lists', () => {
  expect(journey('accessibility.journey.ts')).toContain('SHOP_SCREENS.slice(')
  for (const name of ['staff-accessibility.journey.ts', 'large-text.journey.ts']) {
    for (const list of ['SIGN_IN_SCREENS', 'STAFF_SCREENS']) {
      expect(journey(name), name).toContain(`of ${list})`)
    }
  }
  for (const [route, name] of Object.entries(IN_A_STORY)) {
    expect(journey(name)).toContain(`expectAccessible(page, '${route}')`)
  }
})
