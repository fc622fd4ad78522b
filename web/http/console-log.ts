import type { Log } from '#operations/shop.ts'

/**
 * One line for each event on standard output; errors with their stack on standard error. `secrets`: texts that a
 * supplier or a driver may have put into an error, and that are never written.
 */
export function consoleLog(secrets: readonly string[] = []): Log {
  const safe = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
  const line = (message: string, details?: Record<string, unknown>) =>
    details && Object.keys(details).length > 0 ? `${message} ${JSON.stringify(details)}` : message
  return {
    info: (message, details) => void process.stdout.write(safe(`${line(message, details)}\n`)),
    error(message, error, details) {
      const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.stderr.write(safe(`${new Date().toISOString()} ${line(message, details)}: ${cause}\n`))
    },
  }
}
