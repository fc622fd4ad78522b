import { CopyRefused } from '#db/backups/database-copy.ts'
import { readFigures, readSchemaName, type Figures } from '#db/backups/figures.ts'
import type { MoveNote, MoveSource, MoveTarget } from '#db/move/move-side.ts'
import type { MovedTable, MovedValue } from '#db/move/moved-rows.ts'
import type { OnProgress } from '#operations/backups/backup-progress.ts'
import { compareTables, type ComparedTable } from './compare-tables.ts'

/** What is moved where. `batchSize`: the most rows in memory, and the most that a killed move repeats. */
export interface MoveOptions {
  source: MoveSource
  target: MoveTarget
  batchSize?: number
  onProgress: OnProgress
}

/** What was moved: every table, compared on both sides. `rows`: how many were copied in this run, in `copyMs`. */
export interface MovedDatabase {
  tables: ComparedTable[]
  rows: number
  copyMs: number
  wasResumed: boolean
}

const BATCH_SIZE = 1_000
const PREPARED = 'prepared'

/**
 * Copies every table to the other engine, compares all rows and sums, and makes the target usable when they agree. A
 * move that was killed continues where it stopped; tables that the source has changed since are copied again. Throws
 * CopyRefused: the target is unfinished then, and no shop starts on it.
 */
export async function moveDatabase(options: MoveOptions): Promise<MovedDatabase> {
  const { source, target, batchSize = BATCH_SIZE, onProgress } = options
  const tables = await sharedTables(source, target)
  const wasResumed = await begin(source, target)
  const started = performance.now()
  let rows = await copyTables(tables, options)
  const copyMs = performance.now() - started
  const compare = () => compareTables(source, target, { tables, batchSize, onProgress })
  let compared = await compare()
  const stale = compared.filter(({ isSame }) => !isSame)
  if (stale.length > 0 && wasResumed) {
    const named = new Set(stale.map(({ name }) => name))
    const changed = tables.filter(({ name }) => named.has(name))
    for (const table of changed)
      await target.empty(table, noteOf(table, { after: null, rows: 0, done: false }))
    rows += await copyTables(changed, options)
    compared = await compare()
  }
  const different = compared.find(({ isSame }) => !isSame)
  if (different) {
    throw new CopyRefused(
      `The table ${different.name} is not the same on both sides: ${different.rows} rows here, ${different.movedRows} there.`,
    )
  }
  refuseOtherSums(tables, await sumsOf(source), await sumsOf(target))
  await source.checkAlone()
  await target.finish((done, all) => onProgress({ step: 'Making the indexes', done, all, counts: 'indexes' }))
  return { tables: compared, rows, copyMs, wasResumed }
}

/** The same migrations make the same tables. Throws CopyRefused. */
async function sharedTables(source: MoveSource, target: MoveTarget): Promise<MovedTable[]> {
  const [here, there] = [await readSchemaName(source.query), await readSchemaName(target.query)]
  if (here !== there) {
    throw new CopyRefused(
      `The tables of the shop are of another version (${here}) than this one (${there}): run npm run db:migrate first.`,
    )
  }
  const [mine, theirs] = [await source.tables(), await target.tables()]
  const shapes = (tables: MovedTable[]) => JSON.stringify(tables.map(({ name, columns }) => [name, columns]))
  if (shapes(mine) !== shapes(theirs)) {
    throw new CopyRefused('The tables of the two databases differ: one of them was changed by hand.')
  }
  return mine
}

/** Whether it continues a move of the same database. */
async function begin(source: MoveSource, target: MoveTarget): Promise<boolean> {
  const [shop] = await source.query(`select value from settings where name = 'shop-id'`)
  const value = `${source.engine} ${String(shop?.['value'] ?? '')}`
  const notes = await target.notes()
  const began = notes.get(PREPARED)
  if (began !== undefined && began !== value) {
    throw new CopyRefused(
      'The target has the unfinished move of another shop: name an empty one, or delete it.',
    )
  }
  if (began !== undefined) return true
  await target.prepare({ name: PREPARED, value })
  return false
}

interface TableState {
  after: readonly MovedValue[] | null
  rows: number
  done: boolean
}

function noteOf({ name }: MovedTable, state: TableState): MoveNote {
  return { name: `table ${name}`, value: JSON.stringify(state) }
}

async function copyTables(tables: readonly MovedTable[], options: MoveOptions): Promise<number> {
  const { source, target, batchSize = BATCH_SIZE, onProgress } = options
  const notes = await target.notes()
  const states = tables.map((table) => {
    const note = notes.get(`table ${table.name}`)
    const state = note === undefined ? null : (JSON.parse(note) as TableState)
    return { table, state: state ?? { after: null, rows: 0, done: false } }
  })
  const all = await countRows(source, tables)
  let done = states.reduce((sum, { state }) => sum + state.rows, 0)
  let copied = 0
  const report = () => onProgress({ step: 'Copying the rows', done, all, counts: 'rows' })
  report()
  for (const { table, state } of states) {
    let { after, rows, done: isDone } = state
    while (!isDone) {
      const page = await source.page(table, after, batchSize)
      isDone = page.rows.length < batchSize
      rows += page.rows.length
      if (page.rows.length > 0) after = page.last
      await write(target, table, page.rows, noteOf(table, { after, rows, done: isDone }))
      done += page.rows.length
      copied += page.rows.length
      report()
    }
  }
  return copied
}

/** Throws CopyRefused, naming the table, when the other engine does not take a row. */
async function write(target: MoveTarget, ...[table, rows, note]: Parameters<MoveTarget['write']>) {
  await target.write(table, rows, note).catch((error: unknown) => {
    const words = error instanceof Error ? error.message : String(error)
    throw new CopyRefused(`Rows of the table ${table.name} could not be written: ${words}.`)
  })
}

async function countRows({ query }: MoveSource, tables: readonly MovedTable[]): Promise<number> {
  let sum = 0
  for (const { name } of tables) {
    const [row] = await query(`select count(*) as "rows" from "${name}"`)
    sum += Number(row?.['rows'])
  }
  return sum
}

function sumsOf({ engine, query }: MoveSource | MoveTarget): Promise<Figures> {
  return readFigures(engine, query)
}

/** Compares the sums that the databases compute, in addition to the rows. Throws CopyRefused. */
function refuseOtherSums(tables: readonly MovedTable[], here: Figures, there: Figures): void {
  const names = new Set(tables.map(({ name }) => name))
  for (const [name, sum] of Object.entries(here)) {
    const isMoved = names.has(name.split('.')[0] ?? '')
    const moved = there[name] // none of a search index
    if (isMoved && moved !== undefined && moved !== sum) {
      throw new CopyRefused(`The sum of ${name} is ${sum} here and ${moved} there.`)
    }
  }
}
