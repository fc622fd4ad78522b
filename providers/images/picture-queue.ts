import { PicturesBusy } from './image-store.ts'
import type { PictureJob, PictureResult } from './picture-job.ts'

/** Does the jobs of the queue, one after the other. */
export interface PictureRunner {
  run(job: PictureJob): Promise<PictureResult>
}

interface Waiting {
  job: PictureJob
  answer: PromiseWithResolvers<PictureResult>
}

/** How many jobs may wait. */
export interface QueueLimits {
  /** People are waiting for these. Further ones are refused. */
  onScreen: number
  /** Nobody waits for these. Further ones are left for the day somebody asks. */
  background: number
}

/** Waiting picture jobs: those that somebody looks at first, each wanted file once, never more than the limits. */
export class PictureQueue {
  readonly #runner: PictureRunner
  readonly #limits: QueueLimits
  readonly #onScreen = new Map<string, Waiting>()
  readonly #background = new Map<string, Waiting>()
  readonly #running = new Map<string, Waiting>()
  #closed = false

  constructor(runner: PictureRunner, limits: QueueLimits = { onScreen: 500, background: 4_000 }) {
    this.#runner = runner
    this.#limits = limits
  }

  /** For somebody who is waiting. The same `name` twice is one job. Rejects with PicturesBusy. */
  now(name: string, job: PictureJob): Promise<PictureResult> {
    const asked = this.#running.get(name) ?? this.#onScreen.get(name)
    if (asked) return asked.answer.promise
    if (this.#closed || this.#onScreen.size >= this.#limits.onScreen)
      return Promise.reject(new PicturesBusy())
    const waiting = this.#background.get(name) ?? waitingFor(job)
    this.#background.delete(name)
    this.#onScreen.set(name, waiting)
    void this.#work()
    return waiting.answer.promise
  }

  /** For later, when nobody is waiting. */
  later(name: string, job: PictureJob): void {
    if (this.#closed || this.#background.size >= this.#limits.background) return
    if (this.#running.has(name) || this.#onScreen.has(name) || this.#background.has(name)) return
    this.#background.set(name, waitingFor(job))
    void this.#work()
  }

  /** Refuses what waits, and what comes. */
  close(): void {
    this.#closed = true
    for (const { answer } of [...this.#onScreen.values(), ...this.#background.values()]) {
      answer.reject(new PicturesBusy())
    }
    this.#onScreen.clear()
    this.#background.clear()
  }

  async #work(): Promise<void> {
    if (this.#running.size > 0) return
    for (;;) {
      const from = this.#onScreen.size > 0 ? this.#onScreen : this.#background
      const [next] = from
      if (!next) return
      const [name, waiting] = next
      from.delete(name)
      this.#running.set(name, waiting)
      waiting.answer.resolve(await this.#runner.run(waiting.job))
      this.#running.delete(name)
    }
  }
}

function waitingFor(job: PictureJob): Waiting {
  const answer = Promise.withResolvers<PictureResult>()
  answer.promise.catch(() => {}) // nobody may be waiting
  return { job, answer }
}
