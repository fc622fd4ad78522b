import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, isHealthy } from '#e2e/support/running-shop.ts'
import type { Outages } from './plan.ts'

/** The start options of a process. */
export interface Orders {
  seed: number
  /** How far its clock is ahead of the machine's. */
  laterMs: number
  /** Suppliers no longer fail at random. */
  calm: boolean
  /** The file that lists every sent mail. */
  sentLog: string
  outages: Outages
  /** A database outside the data folder, where the built-in gateway keeps its books, as a real one does. */
  gatewayBooks?: string
}

const START_TIMEOUT_MS = 60_000
const CHECK_EVERY_MS = 10
const MAX_LOG_LENGTH = 20_000

/** No outage may cause this. */
export const ENDED = 'The process ended by itself'

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A shop process that can be killed and restarted at the same address. */
export class ShopProcess {
  readonly url: string
  /** Its logged errors so far, by their first line. */
  readonly complaints = new Map<string, number>()
  readonly #environment: Record<string, string>
  #child: ChildProcess | undefined
  #said = ''

  private constructor(url: string, environment: Record<string, string>) {
    this.url = url
    this.#environment = environment
  }

  static async at(environment: Record<string, string>): Promise<ShopProcess> {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    return new ShopProcess(url, { PORT: String(port), ...environment })
  }

  /** Resolves once it can sell. */
  async start(orders: Orders): Promise<void> {
    const child = fork(join(import.meta.dirname, 'shop-under-chaos.ts'), [JSON.stringify(orders)], {
      env: { ...process.env, HOST: '127.0.0.1', ...this.#environment },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    running.add(child)
    child.once('exit', (code, signal) => {
      running.delete(child)
      if (signal !== 'SIGKILL') this.#complain(`${ENDED}: ${lastError(this.#said) ?? code}`)
    })
    child.on('error', () => {}) // a message to a process that was just killed
    child.stderr?.on('data', (text: Buffer) => this.#readOutput(text.toString()))
    await this.untilHealthy()
  }

  /** Throws when it exits, or takes too long. */
  async untilHealthy(): Promise<void> {
    const child = this.#child
    const started = performance.now()
    while (!(await isHealthy(this.url))) {
      if (child?.exitCode !== null) throw new Error(`The shop did not start: ${this.#said}`)
      if (performance.now() - started > START_TIMEOUT_MS)
        throw new Error(`The shop is not healthy: ${this.#said}`)
      await sleep(CHECK_EVERY_MS)
    }
  }

  setOutages(outages: Outages): void {
    if (this.#child?.connected) this.#child.send(outages)
  }

  /** SIGKILL: no cleanup, no message. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  #readOutput(text: string): void {
    this.#said = (this.#said + text).slice(-MAX_LOG_LENGTH)
    for (const line of text.split('\n')) {
      const [, what] = /^\d{4}-\d\d-\d\dT[\d:.]+Z (.+)/.exec(line) ?? []
      if (what === undefined) continue
      this.#complain(what.replace(/ \{.*\}/, '').slice(0, 200))
    }
  }

  #complain(kind: string): void {
    this.complaints.set(kind, (this.complaints.get(kind) ?? 0) + 1)
  }
}

/** Node's message for an uncaught error. */
function lastError(said: string): string | undefined {
  return said.split('\n').findLast((line) => /^\w*Error\b/.test(line))
}
