import { createHash } from 'node:crypto'

/**
 * The most statements that PostgreSQL keeps prepared on one connection: each takes memory, and shoppers decide how many
 * lines a cart has.
 */
const MAX_PREPARED = 100

/** All columns of a table: a later version of the shop may add one while this one runs, and then the plan fails. */
const ALL_COLUMNS = /\*(?!\))/

/** "cached plan must not change result type": a column has another type now. */
const STALE_PLAN = '0A000'
const NO_SUCH_STATEMENT = '26000'
/** A pooler has put a connection behind this one that does not have the statement, or has another of that name. */
const OTHER_CONNECTION = new Set([NO_SUCH_STATEMENT, '42P05'])

const names = new Map<string, string>()
let renewed = 0
let mayName = true

/** From now on PostgreSQL prepares this statement once on each connection, instead of planning it at each run. */
export function prepareOncePerConnection(text: string): void {
  if (!mayName || names.has(text) || names.size >= MAX_PREPARED || ALL_COLUMNS.test(text)) return
  names.set(text, nameOf(text))
}

/**
 * The name is a digest of the statement: behind a pooler, processes of the shop share connections, and a name that
 * another process gave to another statement would run that one.
 */
function nameOf(text: string): string {
  return `kept-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
}

/** The name of a statement that is kept prepared. */
export function preparedName(text: string): string | undefined {
  return names.get(text)
}

/** Whether a statement failed only because of how it was prepared, and may run again. */
export function isStalePlan(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return code === STALE_PLAN || OTHER_CONNECTION.has(code)
}

/** Whether the connection has no statement of this name. */
export function isNotPrepared(error: unknown): boolean {
  return (error as { code?: string }).code === NO_SUCH_STATEMENT
}

/** Prepares the statement again under another name; behind a pooler, prepares none from now on. */
export function prepareUnderNewName(text: string, name: string, error: unknown): void {
  const { code } = error as { code?: string }
  if (code !== STALE_PLAN) {
    mayName = false
    names.clear()
  } else if (names.get(text) === name) {
    renewed += 1
    names.set(text, `${nameOf(text)}-${renewed}`)
  }
}
