import { TableDigest, type MovedTable, type MovedValue } from '#db/move/moved-rows.ts'
import type { MoveSide } from '#db/move/move-side.ts'
import type { OnProgress } from '#operations/backups/backup-progress.ts'

/** A table on both sides. `digest`: of all its rows; `cents`: the sum of its amounts; null: it has none. */
export interface ComparedTable {
  name: string
  rows: number
  movedRows: number
  cents: number | null
  digest: string
  isSame: boolean
}

/** The amounts of a table are in the first of these columns that it has. */
const AMOUNTS = ['total_cents', 'received_cents', 'amount_cents']

/** Reads every row of both sides again, a page at a time, and compares a digest of each table. */
export async function compareTables(
  source: MoveSide,
  target: MoveSide,
  {
    tables,
    batchSize,
    onProgress,
  }: { tables: readonly MovedTable[]; batchSize: number; onProgress: OnProgress },
): Promise<ComparedTable[]> {
  const keysThere = new Map((await target.tables()).map((table) => [table.name, table]))
  let all = 0
  for (const { name } of tables) {
    const [row] = await source.query(`select count(*) as "rows" from "${name}"`)
    all += 2 * Number(row?.['rows'])
  }
  let done = 0
  const report = (rows: number) => {
    done += rows
    onProgress({ step: 'Comparing the rows', done, all, counts: 'rows' })
  }
  report(0)
  const compared: ComparedTable[] = []
  for (const table of tables) {
    const here = await digestOf(source, table, batchSize, report)
    const there = await digestOf(target, keysThere.get(table.name) ?? table, batchSize, report)
    compared.push({
      name: table.name,
      rows: here.rows,
      movedRows: there.rows,
      cents: here.cents,
      digest: here.digest,
      isSame: here.rows === there.rows && here.cents === there.cents && here.digest === there.digest,
    })
  }
  return compared
}

async function digestOf(
  side: MoveSide,
  table: MovedTable,
  batchSize: number,
  onRows: (rows: number) => void,
): Promise<{ rows: number; cents: number | null; digest: string }> {
  const digest = new TableDigest()
  const amount = table.columns.indexOf(AMOUNTS.find((name) => table.columns.includes(name)) ?? '')
  let cents = 0
  let after: readonly MovedValue[] | null = null
  for (;;) {
    const page = await side.page(table, after, batchSize)
    for (const row of page.rows) {
      digest.add(row)
      cents += Number(row[amount] ?? 0)
    }
    onRows(page.rows.length)
    if (page.rows.length < batchSize) {
      return { rows: digest.rows, cents: amount < 0 ? null : cents, digest: digest.toString() }
    }
    after = page.last
  }
}
