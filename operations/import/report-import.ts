import { findImports, findResults } from '#db/import/imports.ts'
import type { CsvCell } from '#domain/csv.ts'
import type { ImportId } from '#domain/ids.ts'
import { unusedHeadings } from '#domain/import/import-table.ts'
import type { Shop } from '#operations/shop.ts'

const BATCH_SIZE = 500
const NOT_KEPT =
  'Not taken over: of people the shop keeps the email and the consent. Names, addresses and phone numbers come with their orders.'

/** The headings of the report of an import. */
export const REPORT_HEAD = [
  'Line',
  'Product',
  'What became of it',
  'Product ID',
  'Column',
  'What is to be known',
]

/** What became of each product of a file: a row for each thing to be known of it, or one. */
export async function* reportImport({ database: { db } }: Shop, id: ImportId): AsyncGenerator<CsvCell[][]> {
  const [current] = await findImports(db, { id })
  // What a shop keeps of customers is in their orders.
  if (current?.brings === 'subscribers')
    yield unusedHeadings(current.headings).map((heading) => [1, null, 'wrong', null, heading, NOT_KEPT])
  let after: { position: number; part: number } | undefined
  for (;;) {
    const results = await findResults(db, id, { ...(after && { after }), limit: BATCH_SIZE })
    after = results.at(-1)
    if (after === undefined) return
    yield results.flatMap(({ line, name, outcome, productId, notes }) =>
      (notes.length > 0 ? notes : [null]).map((note): CsvCell[] => [
        note?.line ?? line,
        name,
        outcome,
        productId,
        note?.column ?? null,
        note?.message ?? null,
      ]),
    )
  }
}
