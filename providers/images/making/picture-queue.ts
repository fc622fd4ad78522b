import { PicturesBusy } from '#providers/images/image-store.ts'
import type { PictureJob, PictureResult } from './picture-job.ts'

/** Runs the jobs of the queue, one after the other. */
export interface PictureRunner {
  run(job: PictureJob): Promise<PictureResult>
}

interface Waiting {
  job: PictureJob
  answer: PromiseWithResolvers<PictureResult>
}

/** How many jobs may wait, and for how long background work is delayed. */
export interface QueueLimits {
  /** Requests that are waiting. More are refused. */
  onScreen: number
  /** Background jobs that are waiting. More are dropped; those pictures are made on request. */
  background: number
  /** Background work starts after this long without a request, since requests come in groups. */
  quietMs: number
}

/** The queue of picture jobs: requests first, each file once, within the limits. */
export class PictureQueue {
  readonly #runner: PictureRunner
  readonly #limits: QueueLimits
  readonly #onScreen = new Map<string, Waiting>()
  readonly #background = new Map<string, Waiting>()
  readonly #running = new Map<string, Waiting>()
  #lastRequestAt = 0
  #onRequest = () => {}
  #working = false
  #closed = false

  constructor(
    runner: PictureRunner,
    limits: QueueLimits = { onScreen: 500, background: 4_000, quietMs: 250 },
  ) {
    this.#runner = runner
    this.#limits = limits
  }

  /** For a waiting request. The same `name` twice is one job. Rejects with PicturesBusy. */
  now(name: string, job: PictureJob): Promise<PictureResult> {
    const queued = this.#running.get(name) ?? this.#onScreen.get(name)
    if (queued) return queued.answer.promise
    if (this.#closed || this.#onScreen.size >= this.#limits.onScreen)
      return Promise.reject(new PicturesBusy())
    this.#lastRequestAt = performance.now()
    const waiting = this.#background.get(name) ?? waitingFor(job)
    this.#background.delete(name)
    this.#onScreen.set(name, waiting)
    this.#onRequest()
    void this.#work()
    return waiting.answer.promise
  }

  /** For background work. Rejects with PicturesBusy; the result may be ignored. */
  later(name: string, job: PictureJob): Promise<PictureResult> {
    const queued = this.#running.get(name) ?? this.#onScreen.get(name) ?? this.#background.get(name)
    if (queued) return queued.answer.promise
    const waiting = waitingFor(job)
    if (this.#closed || this.#background.size >= this.#limits.background) {
      waiting.answer.reject(new PicturesBusy())
    } else {
      this.#background.set(name, waiting)
      void this.#work()
    }
    return waiting.answer.promise
  }

  /** Refuses waiting and new jobs. */
  close(): void {
    this.#closed = true
    for (const { answer } of [...this.#onScreen.values(), ...this.#background.values()]) {
      answer.reject(new PicturesBusy())
    }
    this.#onScreen.clear()
    this.#background.clear()
    this.#onRequest()
  }

  async #work(): Promise<void> {
    if (this.#working) return
    this.#working = true
    while (this.#onScreen.size + this.#background.size > 0) {
      const from = this.#onScreen.size > 0 ? this.#onScreen : this.#background
      const quietIn = this.#lastRequestAt + this.#limits.quietMs - performance.now()
      if (from === this.#background && quietIn > 0) {
        await this.#nextAskedWithin(quietIn)
        continue
      }
      const [next] = from
      if (!next) break
      const [name, waiting] = next
      from.delete(name)
      this.#running.set(name, waiting)
      waiting.answer.resolve(await this.#runner.run(waiting.job))
      this.#running.delete(name)
      if (from === this.#onScreen) this.#lastRequestAt = performance.now()
    }
    this.#working = false
  }

  /** Resolves early when a request arrives, which then need not wait. */
  async #nextAskedWithin(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      timer.unref()
      this.#onRequest = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

function waitingFor(job: PictureJob): Waiting {
  const answer = Promise.withResolvers<PictureResult>()
  answer.promise.catch(() => {}) // perhaps without a waiting request
  return { job, answer }
}
