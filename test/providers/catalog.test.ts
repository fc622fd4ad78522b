import { catalogContract } from '#providers/catalog/catalog.contract.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

describeOnEachDatabase('The catalogue', (open) => {
  catalogContract(() => new SqlCatalog(open()))
})
