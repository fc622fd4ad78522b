import type { Log } from '#operations/shop.ts'
import { currentRequest } from './monitoring/current-request.ts'

/** How log lines are written: for people, or as JSON for programs that collect them. */
export const LOG_FORMATS = ['text', 'json'] as const

/** A log format. */
export type LogFormat = (typeof LOG_FORMATS)[number]

/** A log that also knows requests; `request` writes nothing as text. */
export interface ShopLog extends Log {
  /** Writes the line of an answered request. */
  request(details: Record<string, unknown>): void
}

/**
 * One line for each event on standard output, errors on standard error. `secrets`: texts that a supplier or a driver
 * may have put into an error, and that are never written; more may be added. Lines of work for a request name its id.
 */
export function consoleLog(secrets: readonly string[] = [], format: LogFormat = 'text'): ShopLog {
  const hidden = new Set<string>()
  let known = 0
  const safe = (text: string) => {
    // In a line of JSON, quotes and backslashes are escaped.
    for (; known < secrets.length; known++) {
      hidden.add(secrets[known]!).add(JSON.stringify(secrets[known]).slice(1, -1))
    }
    return [...hidden].reduce((left, secret) => left.replaceAll(secret, '…'), text)
  }
  const write = (stream: NodeJS.WriteStream, line: string) => void stream.write(safe(`${line}\n`))
  return format === 'json' ? jsonLog(write) : textLog(write)
}

type Write = (stream: NodeJS.WriteStream, line: string) => void

function textLog(write: Write): ShopLog {
  const line = (message: string, details?: Record<string, unknown>) =>
    details && Object.keys(details).length > 0 ? `${message} ${JSON.stringify(details)}` : message
  return {
    info: (message, details) => write(process.stdout, line(message, details)),
    error(message, error, details) {
      const { id } = currentRequest() ?? {}
      const about = id === undefined ? details : { ...details, request: id }
      const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
      write(process.stderr, `${new Date().toISOString()} ${line(message, about)}: ${cause}`)
    },
    request() {},
  }
}

function jsonLog(write: Write): ShopLog {
  const line = (level: string, message: string, more: Record<string, unknown> = {}) => {
    const { id } = currentRequest() ?? {}
    // Last, so that no detail overwrites a field that every line has.
    const always = { time: new Date().toISOString(), level, message, ...(id && { request: id }) }
    return JSON.stringify({ ...always, ...more, ...always })
  }
  return {
    info: (message, details) => write(process.stdout, line('info', message, details)),
    error(message, error, details) {
      const cause =
        error instanceof Error
          ? { name: error.name, message: error.message, stack: error.stack }
          : { message: String(error) }
      write(process.stderr, line('error', message, { ...details, error: cause }))
    },
    request: (details) => write(process.stdout, line('info', 'Request', details)),
  }
}
