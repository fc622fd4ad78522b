import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How many pipelined requests may wait on one connection. apt, for example, sends ten. */
const MAX_WAITING = 10
const MAX_CONNECTIONS = 10_000
/** File descriptors reserved for the database, pictures and other files. */
const RESERVED_FILES = 200
const SWEEP_MS = 15_000
const STALL_TIMEOUT_MS = 60_000

const waiting = new WeakMap<Socket, number>()

/**
 * Handles a request after the earlier ones of its connection. node:http emits all pipelined requests together and
 * buffers early responses in memory. A client that pipelines too many loses the connection.
 */
export function inTurn(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
  if (response.socket !== null) return answer()
  const { socket } = request
  const before = waiting.get(socket) ?? 0
  if (before >= MAX_WAITING) return void socket.destroy()
  waiting.set(socket, before + 1)
  response.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
    process.nextTick(answer)
  })
}

/** Closes connections that have read nothing of their response for a minute. Slow readers may continue. */
export function endStalledReaders(
  server: Server,
  { sweepMs = SWEEP_MS, stallTimeoutMs = STALL_TIMEOUT_MS } = {},
): void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const sweep = setInterval(() => {
    // Node's timeout restarts whenever bytes are sent, and is reset by the next request.
    for (const socket of open)
      if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(stallTimeoutMs)
  }, sweepMs)
  sweep.unref()
  server.once('close', () => clearInterval(sweep))
}

/** The connection limit: fewer than the open files that the system allows. */
export function maxConnections(): number {
  return Math.max(100, Math.min(MAX_CONNECTIONS, maxOpenFiles() - RESERVED_FILES))
}

function maxOpenFiles(): number {
  try {
    const [, most] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return most === undefined ? Infinity : Number(most)
  } catch {
    return Infinity // only Linux reports it
  }
}

/** Whether a body follows the headers of a request. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return encoding !== undefined || (length !== undefined && length !== '0')
}

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** Whether the request has exactly one valid Host header. HTTP/1.0 requests may have none. */
export function hasSingleHost({ headers, rawHeaders }: IncomingMessage): boolean {
  const { host } = headers
  if (host === undefined) return true
  if (!HOST.test(host)) return false
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1
}
