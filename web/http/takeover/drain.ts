import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'

/**
 * Stops accepting connections while another process accepts them from the same socket, and resolves once the last
 * connection has ended. An idle connection is not closed immediately, because its next request may be on the way: that
 * is answered with `Connection: close`. Otherwise the connection ends at the timeout that its client knows. After
 * `timeoutMs` every connection is closed.
 */
export async function drain(server: Server, timeoutMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const timer = setTimeout(() => server.closeAllConnections(), timeoutMs)
  // That of http.Server would close idle connections.
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
  clearTimeout(timer)
  server.close()
}
