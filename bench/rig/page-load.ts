import { Connection } from './connection.ts'

/** What the load process is asked to do. `status` is what every answer must have. */
export interface PageLoad {
  port: number
  request: string
  status: number
  connections: number
  seconds: number
}

/** How much came back: whole answers and their bytes. */
export interface PageLoadReport {
  answers: number
  bytes: number
  seconds: number
}

/** Asks for the same thing over `connections` keep-alive connections, each as soon as it has been answered. */
export async function loadPage(load: PageLoad): Promise<PageLoadReport> {
  const request = Buffer.from(load.request)
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => Connection.open(load.port)),
  )
  let answers = 0
  let bytes = 0
  const started = performance.now()
  const end = started + load.seconds * 1_000
  async function askUntilTheEnd(connection: Connection): Promise<void> {
    while (performance.now() < end) {
      const { status, body } = await connection.ask(request)
      if (status !== load.status) throw new Error(`Answered ${status} where ${load.status} was expected`)
      answers += 1
      bytes += body.length
    }
  }
  await Promise.all(connections.map(askUntilTheEnd))
  const seconds = (performance.now() - started) / 1_000
  for (const connection of connections) connection.close()
  return { answers, bytes, seconds }
}
