import { CompiledQuery, type Compilable, type Insertable, type Kysely, type QueryResult } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'
import { engineOf } from './engine.ts'
import { prepareOncePerConnection } from '#db/engine/postgres/prepared-names.ts'

/** The most shapes that are kept of one statement: shoppers decide how many lines a cart has. */
const MAX_SHAPES = 50

/** A placeholder for a value that each run of a kept statement provides. */
class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const PARAMETERS = new Proxy({}, { get: (_, name) => new Parameter(String(name)) })

/** A statement that runs with new values each time. `query`: the statement with its values, for commit-together.ts. */
interface CompiledStatement<Values extends object, Row> {
  (db: Kysely<Database>, values: Values, shape?: string): Promise<QueryResult<Row>>
  query(db: Kysely<Database>, values: Values, shape?: string): CompiledQuery<Row>
}

/**
 * A statement that is built and compiled once for each `shape`, and run with other values each time: building one takes
 * longer than SQLite takes to run it. `build` receives placeholders: it uses them as values, and must not base
 * decisions on them. Whatever the text depends on, such as a number of rows, must be in the shape.
 */
export function compiledStatement<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Readonly<Values>, shape: string) => Compilable<Row> | RawBuilder<Row>,
): CompiledStatement<Values, Row> {
  const shapes = new Shapes()
  const query = (db: Kysely<Database>, values: Values, shape = '') => {
    const compiled = shapes.find(db, shape, () => build(db, PARAMETERS as Values, shape).compile(db))
    const parameters = compiled.parameters.map((one): unknown => {
      if (!(one instanceof Parameter)) return one
      const value = values[one.name as keyof Values]
      if (value === undefined) throw new Error(`The statement needs a value for ${one.name}`)
      return value
    })
    return { ...compiled, parameters } as CompiledQuery<Row>
  }
  return Object.assign((...asked: Parameters<typeof query>) => asked[0].executeQuery(query(...asked)), {
    query,
  })
}

/** The placeholders of these columns, taken by name because the placeholders cannot be listed. */
export function columnsOf<Values extends object, Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): Pick<Values, Name> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>
}

const inserts = new Map<string, Shapes>()

/**
 * Inserts rows, all with the same columns, by a statement that is kept: on SQLite for each number of rows, on
 * PostgreSQL for any number, because they are one value. `unless`: rows whose value in this unique column exists
 * already are left out. Returns how many were inserted.
 */
export async function insertRows<Table extends keyof Database & string>(
  ...[db, table, rows, options]: Parameters<typeof compiledInsert<Table>>
): Promise<number> {
  if (rows.length === 0) return 0
  const { numAffectedRows } = await db.executeQuery(compiledInsert(db, table, rows, options))
  return Number(numAffectedRows)
}

/** The statement of `insertRows`, for at least one row. `returning`: this column of what was inserted. */
export function compiledInsert<Table extends keyof Database & string>(
  db: Kysely<Database>,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
  { unless, returning }: InsertOptions<Table> = {},
): CompiledQuery {
  const columns = columnsIn(table, rows)
  const isList = engineOf(db) === 'postgres'
  const shapes = inserts.get(table) ?? new Shapes()
  inserts.set(table, shapes)
  const shape = `${isList || rows.length} ${unless ?? ''} ${returning ?? ''} ${columns.join()}`
  const compiled = shapes.find(db, shape, () => {
    const names = columns.map((column) => `"${column}"`).join()
    const given = isList
      ? `select ${names} from json_populate_recordset(null::"${table}", $1)`
      : `values ${rows.map(() => `(${columns.map(() => '?').join()})`).join()}`
    const otherwise = unless === undefined ? '' : ` on conflict ("${unless}") do nothing`
    const returned = returning === undefined ? '' : ` returning "${returning}"`
    return CompiledQuery.raw(`insert into "${table}" (${names}) ${given}${otherwise}${returned}`)
  })
  const parameters = rows.flatMap((row) => columns.map((column): unknown => row[column]))
  if (parameters.includes(undefined)) throw new Error(`The rows for ${table} do not have the same columns`)
  return { ...compiled, parameters: isList ? [JSON.stringify(rows, wellFormed)] : parameters }
}

interface InsertOptions<Table extends keyof Database & string> {
  unless?: keyof Database[Table] & string
  returning?: keyof Database[Table] & string
}

/** PostgreSQL's JSON refuses half of a character, for which its texts have a replacement. */
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** The columns of the first row; throws unless all have them. */
function columnsIn<Row extends object>(table: string, rows: readonly Row[]): (keyof Row & string)[] {
  const [first] = rows
  if (first === undefined) throw new Error(`There are no rows for ${table}`)
  const columns = definedIn(first)
  const isRegular = rows.every((row) => row === first || definedIn(row).length === columns.length)
  if (!isRegular) throw new Error(`The rows for ${table} do not have the same columns`)
  return columns
}

function definedIn<Row extends object>(row: Row): (keyof Row & string)[] {
  return (Object.keys(row) as (keyof Row & string)[]).filter((column) => row[column] !== undefined)
}

/** The compiled shapes of one statement, on each engine. */
class Shapes {
  readonly #kept = new Map<string, CompiledQuery>()

  find(db: Kysely<Database>, shape: string, compile: () => CompiledQuery): CompiledQuery {
    const key = `${engineOf(db)} ${shape}`
    const known = this.#kept.get(key)
    if (known) return known
    const compiled = compile()
    if (engineOf(db) === 'postgres') prepareOncePerConnection(compiled.sql)
    if (this.#kept.size >= MAX_SHAPES) this.#kept.clear()
    this.#kept.set(key, compiled)
    return compiled
  }
}
