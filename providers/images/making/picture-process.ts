import { fork, type ChildProcess } from 'node:child_process'
import type { PictureJob, PictureResult } from './picture-job.ts'
import { lowerPriorityOf } from './lower-priority.ts'

const MAX_ATTEMPTS = 2

/** One job needs one thread; more threads cost 25 MB of allocator memory (measured peaks: 165 MB and 140 MB). */
const SINGLE_THREAD_ENV = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' }

/** Settings of the worker. `workerFile` is started directly by Node. */
export interface PictureProcessOptions {
  workerFile: string
  /** Milliseconds until an idle worker exits. */
  idleMs?: number
  /** Milliseconds that one job may take. */
  jobMs?: number
}

/** The picture worker's process: started on demand, one job at a time, stopped when idle, replaced after a crash. */
export class PictureProcess {
  readonly #options: Required<PictureProcessOptions>
  #child: ChildProcess | null = null
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: PictureProcessOptions) {
    this.#options = { idleMs: 4_000, jobMs: 60_000, ...options }
  }

  /** Never rejects. A job that crashes the worker is retried once, because an earlier job may have damaged it. */
  async run(job: PictureJob): Promise<PictureResult> {
    clearTimeout(this.#idle)
    let result: PictureResult | null = null
    for (let tried = 0; tried < MAX_ATTEMPTS && result === null && !this.#closed; tried += 1) {
      result = await this.#try(job).catch(() => this.#withoutWorker())
    }
    this.#idle = setTimeout(() => this.#dismiss(), this.#options.idleMs)
    this.#idle.unref()
    return result ?? { kind: 'worker-died' }
  }

  /** Ends the worker and its current job. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    const child = this.#child
    if (child === null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    // An idle worker is unref'd: without this the process could exit before the answer arrives.
    child.ref()
    child.kill('SIGKILL')
    await gone
  }

  /** No process could be started: too many open files, or too little memory. */
  #withoutWorker(): null {
    this.#child = null
    return null
  }

  /** Null: the worker died. */
  async #try(job: PictureJob): Promise<PictureResult | null> {
    const child = this.#child ?? this.#start()
    child.ref()
    child.channel?.ref()
    const { promise, resolve } = Promise.withResolvers<PictureResult | null>()
    const answered = (message: unknown) => {
      const result = message as PictureResult
      if (result.kind === 'too-much-memory') this.#end(child)
      resolve(result)
    }
    const died = () => resolve(null)
    const tooLong = setTimeout(() => child.kill('SIGKILL'), this.#options.jobMs)
    child.once('message', answered).once('exit', died).once('error', died)
    child.send(job, (error) => {
      if (error) child.kill('SIGKILL')
    })
    return promise.finally(() => {
      clearTimeout(tooLong)
      child.off('message', answered).off('exit', died).off('error', died)
      child.unref()
      child.channel?.unref()
    })
  }

  #start(): ChildProcess {
    // The worker opens untrusted files, so it gets none of the shop's settings or secrets.
    const child = fork(this.#options.workerFile, {
      execArgv: [],
      env: SINGLE_THREAD_ENV,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    if (child.pid !== undefined) lowerPriorityOf(child.pid)
    const clearChild = () => {
      if (this.#child === child) this.#child = null
    }
    child.once('exit', clearChild).on('error', clearChild)
    this.#child = child
    return child
  }

  /** The worker is about to exit, so it must not get another job. */
  #end(child: ChildProcess): void {
    if (this.#child === child) this.#child = null
    child.kill('SIGKILL')
  }

  #dismiss(): void {
    if (this.#child?.connected) this.#child.disconnect()
    this.#child = null
  }
}
