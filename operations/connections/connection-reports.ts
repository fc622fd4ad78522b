import { writeFailed, writeWorked } from '#db/connections/connection-states.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Log } from '#operations/shop.ts'
import type { ConnectionNeed, ConnectionReport } from '#providers/connection.ts'

/** An unchanged state is recorded again after this time. */
const REPEAT_MS = 60_000

/** The last recorded states, so that thousands of mails do not write thousands of rows. */
interface Noted {
  failure: string | null
  at: number
}

/** Records the results of supplier calls in the database, for the staff area; calls never wait for it. */
export class ConnectionReports {
  readonly #database: ShopDatabase
  readonly #log: Log
  readonly #now: () => number
  #writing: Promise<void> = Promise.resolve()

  constructor({ database, log, now }: { database: ShopDatabase; log: Log; now: () => number }) {
    this.#database = database
    this.#log = log
    this.#now = now
  }

  reportFor(need: ConnectionNeed, supplier: string): ConnectionReport {
    let noted: Noted | undefined
    const note = (failure: string | null) => {
      const now = this.#now()
      if (noted?.failure === failure && now - noted.at < REPEAT_MS) return
      noted = { failure, at: now }
      const observed = { need, supplier, now }
      this.#write(() =>
        failure === null
          ? writeWorked(this.#database, observed)
          : writeFailed(this.#database, { ...observed, failure }),
      )
    }
    return { worked: () => note(null), failed: note }
  }

  /** Waits until everything is recorded. */
  async settled(): Promise<void> {
    await this.#writing
  }

  #write(write: () => Promise<void>): void {
    this.#writing = this.#writing.then(write).catch((error: unknown) => {
      this.#log.error('The state of a supplier could not be recorded', error)
    })
  }
}
