import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'

const MAX_ACCEPTING_MS = 1_000
const CLOSE_IDLE_EVERY_MS = 100

/**
 * Stops accepting connections while another process accepts them from the same socket, and resolves once the last
 * connection has ended. An idle connection is not closed immediately, because its next request may be on the way: that
 * is answered with `Connection: close`. Otherwise the connection ends at the timeout that its client knows. After
 * `timeoutMs` every connection is closed.
 *
 * `isLast`: no other process accepts. What has arrived before is answered, and then idle connections are closed.
 */
export async function drain(server: Server, timeoutMs: number, { isLast = false } = {}): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const timer = setTimeout(() => server.closeAllConnections(), timeoutMs)
  if (isLast) await acceptArrived(server)
  // That of http.Server would close idle connections.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
  if (isLast) server.closeIdleConnections()
  const sweep = isLast && setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  await closed
  if (sweep) clearInterval(sweep)
  clearTimeout(timer)
  server.close()
}

/** Each turn of the loop accepts one connection, and reads what the others have sent. */
async function acceptArrived(server: Server): Promise<void> {
  const until = performance.now() + MAX_ACCEPTING_MS
  let accepted = true
  const onConnection = () => void (accepted = true)
  server.on('connection', onConnection)
  while (accepted && performance.now() < until) {
    accepted = false
    await new Promise(setImmediate)
    await new Promise(setImmediate)
  }
  server.off('connection', onConnection)
}
