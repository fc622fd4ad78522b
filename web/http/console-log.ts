import type { Log } from '#operations/shop.ts'

/** One line for each event on standard output; errors with their stack on standard error. */
export function consoleLog(): Log {
  const line = (message: string, details?: Record<string, unknown>) =>
    details && Object.keys(details).length > 0 ? `${message} ${JSON.stringify(details)}` : message
  return {
    info: (message, details) => void process.stdout.write(`${line(message, details)}\n`),
    error(message, error, details) {
      const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.stderr.write(`${new Date().toISOString()} ${line(message, details)}: ${cause}\n`)
    },
  }
}
