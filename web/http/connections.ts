import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How many requests of one connection may wait behind the one that is being answered. apt, for one, sends ten. */
const MOST_WAITING = 10
const MOST_CONNECTIONS = 10_000
/** Left of the files that a process may open: for the database, pictures and what else is read. */
const FILES_FOR_OTHERS = 200
const SWEEP_MS = 15_000
const PATIENCE_MS = 60_000

const waiting = new WeakMap<Socket, number>()

/**
 * Answers a request when its turn has come on its connection. node:http hands over every request that came in one
 * piece at once, and what is answered too early is kept in memory until it may be sent. Who sends too many ahead loses
 * the connection.
 */
export function inTurn(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
  if (response.socket !== null) return answer()
  const { socket } = request
  const before = waiting.get(socket) ?? 0
  if (before >= MOST_WAITING) return void socket.destroy()
  waiting.set(socket, before + 1)
  response.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
    process.nextTick(answer)
  })
}

/** Ends connections that take nothing of their answer for a minute. However slowly somebody reads, they may go on. */
export function endStalledReaders(
  server: Server,
  { sweepMs = SWEEP_MS, patienceMs = PATIENCE_MS } = {},
): void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const sweep = setInterval(() => {
    // Node's own time-out starts anew while bytes leave, and is reset with the next request.
    for (const socket of open) if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(patienceMs)
  }, sweepMs)
  sweep.unref()
  server.once('close', () => clearInterval(sweep))
}

/** How many connections may be open: fewer than the system lets a process open files. */
export function mostConnections(): number {
  return Math.max(100, Math.min(MOST_CONNECTIONS, mostOpenFiles() - FILES_FOR_OTHERS))
}

function mostOpenFiles(): number {
  try {
    const [, most] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return most === undefined ? Infinity : Number(most)
  } catch {
    return Infinity // only Linux says
  }
}

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** Whether the request names the host it is for once, and as hosts are written. HTTP/1.0 need not name one. */
export function namesOneHost({ headers, rawHeaders }: IncomingMessage): boolean {
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
