import { Connection } from '#scripts/robots/connection.ts'

const PAUSE_MS = 20

/** A visitor who keeps loading a page while the shop is busy. */
export interface PageWatch {
  /** Stops, and returns the milliseconds of each page and the number of errors. */
  end(): Promise<{ took: number[]; failed: number }>
}

/** `address` returns the next page to load. */
export async function watchPages(port: number, address: (turn: number) => string): Promise<PageWatch> {
  const connection = await Connection.open(port)
  const took: number[] = []
  let failed = 0
  const stop = new AbortController()
  async function look(): Promise<void> {
    for (let turn = 0; !stop.signal.aborted; turn += 1) {
      const sentAt = performance.now()
      const { status } = await connection.ask(`GET ${address(turn)} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
      took.push(performance.now() - sentAt)
      if (status !== 200) failed += 1
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  const looking = look()
  looking.catch(() => {}) // reported at the end
  return {
    async end() {
      stop.abort()
      await looking
      connection.close()
      return { took, failed }
    },
  }
}
