import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '#scripts/robots/percentile.ts'
import { Connection } from '#scripts/robots/connection.ts'
import { residentMegabytes } from '#scripts/robots/process-usage.ts'
import type { RunningShop } from '#bench/harness/running-shop.ts'

/** The effect of one attack on a shop. */
export interface Damage {
  /** Increase in memory at its peak, in megabytes. */
  memory: number
  /** Increase in open files and connections at its peak, without the attacker's connections. */
  files: number
  /** 99th percentile of the response time of a cached page for other visitors, in milliseconds. */
  waited: number
  /** Requests of other visitors without a response. */
  unanswered: number
}

/** Attacks a shop until the attack ends; returns the maximum number of its connections. */
export type Attack = (port: number) => Promise<number>

const PROBE_MS = 10

/** Runs an attack while another visitor loads the shop page. */
export async function runAttack({ pid, port }: RunningShop, attack: Attack): Promise<Damage> {
  const before = { memory: residentMegabytes(pid), files: openFiles(pid) }
  const most = { ...before }
  const waits: number[] = []
  let unanswered = 0
  const over = new AbortController()
  const look = async () => {
    let connection = await Connection.open(port)
    while (!over.signal.aborted) {
      const sentAt = performance.now()
      try {
        await connection.ask('GET /shop HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br\r\n\r\n')
      } catch {
        unanswered += 1
        connection = await Connection.open(port)
      }
      waits.push(performance.now() - sentAt)
      most.memory = Math.max(most.memory, residentMegabytes(pid))
      most.files = Math.max(most.files, openFiles(pid))
      await sleep(PROBE_MS)
    }
    connection.close()
  }
  const looking = look()
  const held = await attack(port)
  over.abort()
  await looking
  return {
    memory: most.memory - before.memory,
    files: Math.max(0, most.files - before.files - held - 1),
    waited: percentile(waits, 99),
    unanswered,
  }
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

const request = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\n${['host: a', ...headers].join('\r\n')}\r\n\r\n`

/** A connection that sends `text` and reads nothing. */
function deaf(port: number, text: string | Buffer): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write(text)
  return socket
}

const hold = (text: string | Buffer, connections: number, seconds: number): Attack => {
  return async (port) => {
    const sockets = Array.from({ length: connections }, () => deaf(port, text))
    await sleep(seconds * 1_000)
    for (const socket of sockets) socket.destroy()
    return connections
  }
}

/** Sends `perSecond` requests a second for some seconds, and ignores the responses. */
const flood = (path: (count: number) => string, perSecond: number, seconds: number): Attack => {
  const CONNECTIONS = 40
  return async (port) => {
    const sockets = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      return socket.resume()
    })
    const end = performance.now() + seconds * 1_000
    const started = performance.now()
    for (let sent = 0; performance.now() < end;) {
      const due = ((performance.now() - started) / 1_000) * perSecond
      for (; sent < due; sent += 1) {
        // Each request comes from a different network, so that per-network limits do not apply.
        const from = `x-forwarded-for: 203.0.${(sent >> 8) & 255}.${sent & 255}`
        const at = sent % CONNECTIONS
        if (sockets[at]?.destroyed)
          sockets[at] = connect(port, '127.0.0.1')
            .on('error', () => {})
            .resume()
        sockets[at]?.write(request(path(sent), from))
      }
      await sleep(5)
    }
    for (const socket of sockets) socket.destroy()
    return CONNECTIONS
  }
}

const SLOW_BODY = 250_000

export const ATTACKS: Record<string, Attack> = {
  '1,500 requests in one write': hold(request('/shop').repeat(1_500), 1, 3),
  '5 lines that ask 1,000 times for the film': hold(request('/hero/hero-landscape.mp4').repeat(1_000), 5, 5),
  '300 who ask for the film and read nothing': hold(request('/hero/hero-landscape.mp4'), 300, 5),
  '2,000 slow bodies': hold(
    Buffer.concat([
      Buffer.from(
        `POST /webhooks/payments HTTP/1.1\r\nhost: a\r\nstripe-signature: t=1,v1=a\r\ntest-gateway-signature: t=1,v1=a\r\ncontent-length: ${SLOW_BODY}\r\n\r\n`,
      ),
      Buffer.alloc(SLOW_BODY - 1, ' '),
    ]),
    2_000,
    10,
  ),
  '2,000 slow bodies without a signature': hold(
    Buffer.concat([
      Buffer.from(`POST /webhooks/payments HTTP/1.1\r\nhost: a\r\ncontent-length: ${SLOW_BODY}\r\n\r\n`),
      Buffer.alloc(SLOW_BODY - 1, ' '),
    ]),
    2_000,
    10,
  ),
  '800 a second of /%73hop': flood(() => '/%73hop', 800, 5),
  '800 a second of unknown addresses': flood((count) => `/no-such-page-${count}`, 800, 5),
  '800 a second of other searches': flood((count) => `/shop?q=piece-${count}`, 800, 5),
}
