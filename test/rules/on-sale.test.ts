import { expect, test } from 'vitest'
import { isProduction, readSources } from '#test/support/sources/source-graph.ts'

const production = readSources().filter(isProduction)

test('only one file decides in SQL whether a product is on sale; other files check only whether staff deleted it', () => {
  const asking = production.filter(({ path, text }) => {
    return text.includes('archived_at') && !path.startsWith('db/migrations/')
  })
  expect(asking.map(({ path }) => path)).toEqual([
    'db/catalog/on-sale.ts',
    'db/catalog/product-rows.ts',
    'db/catalog/size-charts.ts', // says which of those that name a chart staff deleted
    'db/drops/copy-drop.ts', // copies none that staff deleted
    'db/import/walk-products.ts',
    'db/packing/item-codes.ts',
    'db/schema/catalog-tables.ts',
    'db/stock/on-hand.ts',
    'db/translations/translations.ts',
    'providers/catalog/sql-catalog.ts', // deletes and restores
    'providers/catalog/sql-staff-list.ts', // lists deleted products apart
  ])
})

test('code that sells and refunds never reads the catalogue, whose content others may provide', () => {
  const selling = production.filter(({ path }) => /^operations\/(checkout|orders|refunds|mail)\//.test(path))
  expect(selling.length).toBeGreaterThan(20)
  expect(selling.filter(({ text }) => /\bcatalog\b(?!\/)/.test(text)).map(({ path }) => path)).toEqual([
    'operations/orders/read-dashboard.ts', // shows staff what is low on stock
  ])
})
