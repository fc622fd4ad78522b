/** Runs a query in plain SQL. */
export type RunQuery = (sql: string) => Promise<Record<string, unknown>[]>

/**
 * The sums of the books: the number of rows of every table (`orders`), and the sum of every amount of money
 * (`orders.total_cents`). They are derived from the tables alone, so that a copy of any version can be compared.
 */
export type Figures = Record<string, number>

const TABLES = {
  sqlite: `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'
    and name not like '\\_litestream\\_%' escape '\\'`,
  postgres: `select tablename as name from pg_tables where schemaname = current_schema()`,
}
const AMOUNTS = {
  sqlite: (table: string) =>
    `select name from pragma_table_info('${table}') where name like '%\\_cents' escape '\\'`,
  postgres: (table: string) =>
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = '${table}' and column_name like '%\\_cents'`,
}

/** Reads the figures of a database. `onTable`: called with the number of tables read so far. */
export async function readFigures(
  engine: 'sqlite' | 'postgres',
  query: RunQuery,
  onTable: (done: number, all: number) => void = () => {},
): Promise<Figures> {
  const figures: Figures = {}
  const tables = (await namesIn(query, TABLES[engine])).sort()
  for (const [done, table] of tables.entries()) {
    onTable(done, tables.length)
    const amounts = (await namesIn(query, AMOUNTS[engine](table))).sort()
    const sums = amounts.map((column) => `, sum("${column}") as "${column}"`).join('')
    const [row] = await query(`select count(*) as "rows"${sums} from "${table}"`)
    figures[table] = Number(row?.['rows'])
    for (const column of amounts) figures[`${table}.${column}`] = Number(row?.[column] ?? 0)
  }
  return figures
}

/** The names of figures that differ, each with both values. */
export function differingFigures(expected: Figures, found: Figures): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)])
  return [...names]
    .filter((name) => expected[name] !== found[name])
    .map(
      (name) =>
        `${name}: ${expected[name] ?? 'none'} in the backup, ${found[name] ?? 'none'} after restoring`,
    )
}

const PICTURE_COLUMNS = { pictures: 'key', order_lines: 'picture_key', setting_pictures: 'key' }

/**
 * The keys of all pictures and films that products, orders and settings name. `figures`: of the same database, which
 * may lack tables: one of an earlier version is copied before its update, and one whose first start was killed too.
 */
export async function readPictureKeys(query: RunQuery, figures: Figures): Promise<string[]> {
  const keys = Object.entries(PICTURE_COLUMNS)
    .filter(([table]) => table in figures)
    .map(([table, column]) => `select ${column} as name from ${table} where ${column} is not null`)
  return keys.length === 0 ? [] : namesIn(query, `${keys.join(' union ')} order by name`)
}

/** The name of the last migration; empty when there is none. */
export async function readSchemaName(query: RunQuery): Promise<string> {
  const [last] = await namesIn(query, 'select name from kysely_migration order by name desc limit 1')
  return last ?? ''
}

async function namesIn(query: RunQuery, sql: string): Promise<string[]> {
  return (await query(sql)).map(({ name }) => String(name))
}

/** A figure before and after; null where there is no such table or column. */
export interface FigureChange {
  name: string
  before: number | null
  after: number | null
}

/** The figures that differ, by name. */
export function differences(before: Figures, after: Figures): FigureChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }))
}
