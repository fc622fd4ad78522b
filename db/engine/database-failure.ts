/** Why the database cannot be used right now, as opposed to a programming error. */
export type DatabaseFailure = 'locked' | 'read-only' | 'full' | 'busy' | 'unreachable'

/** All connections were in use for too long, and no query was sent. */
export class DatabaseBusyError extends Error {
  constructor() {
    super('Every connection to the database has been in use for too long')
  }
}

/**
 * The connection was lost during the commit: the database may have kept everything or nothing. `cause` is the reason.
 */
export class OutcomeUnknownError extends Error {
  constructor(cause: unknown) {
    super('The database was lost before it said whether the change was kept', { cause })
  }
}

const SQLITE_PRIMARY_CODES: Record<number, DatabaseFailure> = {
  5: 'locked',
  6: 'locked',
  8: 'read-only',
  10: 'unreachable',
  13: 'full',
  14: 'unreachable',
}

const POSTGRES_CODES: Record<string, DatabaseFailure> = {
  '25006': 'read-only',
  '53100': 'full',
  '53200': 'full',
  '53300': 'unreachable',
  '55P03': 'locked',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '3D000': 'unreachable',
  '28P01': 'unreachable',
  '28000': 'unreachable',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  ENOTFOUND: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EPIPE: 'unreachable',
}

const LOST_CONNECTION = /^(Connection terminated|timeout expired|Client has encountered)/

/** Recognizes a database that is locked, read-only, full or unreachable; null for every other error. */
export function classifyDatabaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  if (error instanceof DatabaseBusyError) return 'busy'
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number')
    return SQLITE_PRIMARY_CODES[errcode & 0xff] ?? null
  if (typeof code === 'string' && Object.hasOwn(POSTGRES_CODES, code)) return POSTGRES_CODES[code] ?? null
  if (LOST_CONNECTION.test(error.message)) return 'unreachable'
  return error.cause === undefined ? null : classifyDatabaseFailure(error.cause)
}
