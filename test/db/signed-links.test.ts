import { expect, test } from 'vitest'
import { openSignedLinks } from '#db/engine/signed-links.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

describeOnEachDatabase('signed links', (open, { connectAgain }) => {
  test('are valid for one purpose and one subject only', async () => {
    const keys = await openSignedLinks(open())
    const key = keys.keyFor('order', 'one')
    expect(keys.opens(key, 'order', 'one')).toBe(true)
    expect(keys.opens(key, 'order', 'two')).toBe(false)
    expect(keys.opens(key, 'newsletter-confirm', 'one')).toBe(false)
    expect(keys.opens('', 'order', 'one')).toBe(false)
    expect(keys.opens(`${key}A`, 'order', 'one')).toBe(false)
  })

  test('are the same in every process of the shop', async () => {
    const here = await openSignedLinks(open())
    const there = await openSignedLinks(await connectAgain())
    expect(there.opens(here.keyFor('order', 'one'), 'order', 'one')).toBe(true)
  })
})
