import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CATEGORIES } from '#domain/catalog/category.ts'
import { matchesSearch } from '#domain/catalog/search/search.ts'
import { draftOf } from '#providers/catalog/catalog.contract.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

/** Letters that search engines trip over: wildcards, quotes, operators, folds that change length, several scripts. */
const letters = fc.constantFrom(...'aAbBeE %_\\"\'*-:^()+ßİıſΣσςÉé\u0301ﬁ½Ǆ赤い👕🧢')
const text = fc.oneof(
  fc.string({ unit: letters, maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.lorem({ maxCount: 3 }),
)
const category = fc.constantFrom(...CATEGORIES.map(({ value }) => value))
const searchable = fc.record({ name: text, description: text, category })

/** Mostly a part of a searchable text, often in another letter case, sometimes any text. */
const asked = fc.tuple(searchable, text, fc.nat(), fc.integer({ min: 1, max: 6 }), fc.boolean())

describeOnEachDatabase('Search', (open) => {
  test('the database finds exactly what the rule of the shop finds', async () => {
    const catalog = new SqlCatalog(open())
    const { id } = await catalog.add(draftOf())
    let version = 1
    await fc.assert(
      fc.asyncProperty(asked, fc.boolean(), async ([product, other, from, length, upper], existing) => {
        const source = [...(from % 2 === 0 ? product.name : product.description)]
        const start = source.length === 0 ? 0 : from % source.length
        const piece = existing ? source.slice(start, start + length).join('') : other
        const query = upper ? piece.toUpperCase() : piece
        fc.pre(!/[\n\p{Cc}]/u.test(query + product.name + product.description))
        await catalog.update(id, version, draftOf(product))
        version += 1
        const { total } = await catalog.list({ query, limit: 1, offset: 0 })
        expect(total).toBe(matchesSearch(product, query) ? 1 : 0)
      }),
      { numRuns: 400 },
    )
  })
})
