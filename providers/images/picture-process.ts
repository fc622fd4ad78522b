import { fork, type ChildProcess } from 'node:child_process'
import type { PictureJob, PictureResult } from './picture-job.ts'
import { sendBack } from './step-back.ts'

const TRIES = 2

/** One job needs one thread; further ones cost 25 MB that the allocator keeps (measured: 165 MB and 140 MB at most). */
const ONE_AT_A_TIME = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' }

/** How the worker is run. `workerFile` is started by Node directly. */
export interface PictureProcessOptions {
  workerFile: string
  /** How long it stays when there is nothing to do. */
  idleMs?: number
  /** How long one job may take. */
  jobMs?: number
}

/**
 * The picture worker's process: started when it is needed, one job at a time, gone when idle, replaced when it dies.
 */
export class PictureProcess {
  readonly #options: Required<PictureProcessOptions>
  #child: ChildProcess | null = null
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: PictureProcessOptions) {
    this.#options = { idleMs: 4_000, jobMs: 60_000, ...options }
  }

  /** Never rejects. A job that kills the worker is tried once more, because another job may have weakened it. */
  async run(job: PictureJob): Promise<PictureResult> {
    clearTimeout(this.#idle)
    let result: PictureResult | null = null
    for (let tried = 0; tried < TRIES && result === null && !this.#closed; tried += 1) {
      result = await this.#try(job).catch(() => this.#withoutWorker())
    }
    this.#idle = setTimeout(() => this.#dismiss(), this.#options.idleMs)
    this.#idle.unref()
    return result ?? { kind: 'worker-died' }
  }

  /** Ends the worker, and the job it may be doing. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    const child = this.#child
    if (child === null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    // An idle worker keeps nothing alive: without this the process could end before the wait does.
    child.ref()
    child.kill('SIGKILL')
    await gone
  }

  /** No process could be started: there are too many open files, or too little memory. */
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
    // None of the shop's settings: the worker opens strangers' files and needs no secrets.
    const child = fork(this.#options.workerFile, {
      execArgv: [],
      env: ONE_AT_A_TIME,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    if (child.pid !== undefined) sendBack(child.pid)
    const forget = () => {
      if (this.#child === child) this.#child = null
    }
    child.once('exit', forget).on('error', forget)
    this.#child = child
    return child
  }

  /** It is ending itself; the next job must not be given to it. */
  #end(child: ChildProcess): void {
    if (this.#child === child) this.#child = null
    child.kill('SIGKILL')
  }

  #dismiss(): void {
    if (this.#child?.connected) this.#child.disconnect()
    this.#child = null
  }
}
