import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A simulated network between the shop and its PostgreSQL. */
export interface PostgresProxy {
  /** The address of the same database through the proxy. */
  url: string
  close(): Promise<void>
}

/** The behaviour of the network. */
export interface Network {
  /** One-way latency in milliseconds: each round trip takes twice as long. */
  delayMs?: number
  /** Inspects data from the shop. True: it is delivered, and then the connection is cut before any response. */
  cutsAfter?: (sent: Buffer) => boolean
  /** Receives the database's responses. */
  onPacket?: (answer: Buffer) => void
}

/** Puts a proxy that delays and cuts connections in front of a local PostgreSQL server. */
export async function startPostgresProxy(
  url: string,
  { delayMs = 0, cutsAfter = () => false, onPacket = () => {} }: Network,
): Promise<PostgresProxy> {
  const target = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((shop) => {
    const database = connect(Number(target.port), target.hostname)
    let isCut = false
    for (const socket of [shop, database]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        if (isCut) return
        shop.destroy()
        database.destroy()
      })
    }
    shop.on('data', (packet: Buffer) => {
      later(delayMs, () => {
        if (isCut || !database.writable) return
        isCut = cutsAfter(packet)
        if (!isCut) return void database.write(packet)
        database.end(packet)
        shop.destroy()
      })
    })
    database.on('data', (packet: Buffer) => {
      onPacket(packet)
      later(delayMs, () => shop.writable && !isCut && shop.write(packet))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const own = new URL(url)
  own.hostname = '127.0.0.1'
  own.port = String(port)
  return {
    url: own.href,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Timers with the same delay fire in the order in which they were set, so packets do not overtake each other. */
function later(milliseconds: number, work: () => void): void {
  if (milliseconds === 0) work()
  else setTimeout(work, milliseconds)
}
