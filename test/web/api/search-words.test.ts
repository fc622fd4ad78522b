import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeSearchWords } from '#db/catalog/search-words.ts'
import { FIRST_GROUPS } from '#db/migrations/baseline/baseline.ts'
import { wrongWordGroups } from '#domain/catalog/search/search-words.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const ADDRESS = '/api/staff/search-words'

describeOnEachDatabase('Search words', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask

  beforeEach(async () => {
    shop = await openTestShop(open())
    await shop.catalog.add(hoodie({ name: 'Wears Red Hoodie', description: 'Fleece.' }))
    await shop.catalog.add(hoodie({ name: 'Rib Beanie', description: 'Wool.', category: 'Accessories' }))
    await writeSearchWords(shop.database.db, { version: 0, groups: [] }, 0)
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
  })
  afterEach(() => served.close())

  const save = (version: number, groups: unknown) => ask('PUT', ADDRESS, { version, groups })
  const searched = async (query: string) =>
    (await fetch(`${served.url}/shop?q=${encodeURIComponent(query)}`)).text()

  test('a new shop has a list that can be saved unchanged', async () => {
    expect(wrongWordGroups(FIRST_GROUPS).size).toBe(0)
    expect(await (await save(1, FIRST_GROUPS)).json()).toEqual({ version: 2, groups: FIRST_GROUPS })
    expect(await searched('hooded sweatshirt')).toContain('Wears Red Hoodie')
    expect(await searched('tuques')).toContain('Rib Beanie')
  })

  test('a saved group is used immediately, even where the page of the search is cached', async () => {
    expect(await searched('kangaroo')).toContain('No products found')
    const answer = await save(1, [[' Kangaroo', 'hoodie ,']])
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 200,
      body: { version: 2, groups: [['Kangaroo', 'hoodie']] },
    })
    expect(shop.announced).toEqual(['catalogue'])
    expect(await searched('kangaroo')).toContain('Wears Red Hoodie')
    const suggested = await fetch(`${served.url}/api/search?q=kangaroos`)
    expect(await suggested.json()).toMatchObject({ suggestions: [{ name: 'Wears Red Hoodie' }] })
    await save(2, [])
    expect(await searched('kangaroo')).toContain('No products found')
  })

  test('of two edits of the same version, the second is refused and writes nothing', async () => {
    const answers = await Promise.all([save(1, [['tee', 'shirt']]), save(1, [['cap', 'hat']])])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const saved: unknown = await answers.find(({ status }) => status === 200)?.json()
    expect(await answers.find(({ status }) => status === 409)?.json()).toMatchObject({
      type: '/problems/changed-meanwhile',
      title: 'Someone else changed the search words.',
      current: saved,
    })
  })

  test('an invalid list is refused with a sentence for each wrong group', async () => {
    const answer = await save(1, [['tee', 'shirt'], ['hoodie'], ['Shirts', 'top']])
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      errors: [
        { path: '/groups/1', message: 'Enter at least two words, separated by commas.' },
        { path: '/groups/2', message: '“Shirts” is also in group 1. A word can be in one group only.' },
      ],
    })
    for (const groups of [null, [['a', 1]], Array.from({ length: 61 }, (_, at) => [`a ${at}`, `b ${at}`])])
      expect((await save(1, groups)).status).toBe(422)
    expect((await save(-1, [])).status).toBe(422)
    expect((await save(0, [])).status).toBe(409)
    expect(shop.announced).toEqual([])
  })

  test('a preview counts the products that have any of the words', async () => {
    const found = async (words: string) =>
      (await ask('GET', `${ADDRESS}/found?words=${encodeURIComponent(words)}`)).json()
    expect(await found('pullover, hoodie, rib')).toEqual({ found: 2 })
    expect(await found('pullover, %, --, hood')).toEqual({ found: 0 })
    expect(await found(' , ')).toEqual({ found: 0 })
  })
})
