import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ALERT_BEHIND_MS, CopyProgress, type CopyState } from '#domain/backups/copy-progress.ts'
import { lostFolder } from '#providers/backups/backup-place.ts'
import type { BackupSettings } from '#providers/backups/backup-settings.ts'
import type { ContinuousCopy } from '#providers/backups/continuous-copy.ts'
import { findLitestream } from './litestream-binary.ts'
import { litestreamSetup, type CopyIntervals } from './litestream-config.ts'
import { fetchCopySample } from './litestream-metrics.ts'
import { freePort, startSidecar, type SidecarProcess } from './sidecar-process.ts'

/** What a continuous copy needs. `folder`: private, in the data folder. */
export interface LitestreamOptions {
  file: string
  folder: string
  settings: Pick<BackupSettings, 's3' | 'recipient'> & { place: string }
  now: () => number
  onFault: (words: string) => void
  /** Changes something in the database, because Litestream reports its progress only when it stores something. */
  nudge: () => Promise<void>
  intervals?: CopyIntervals
  pollIntervalMs?: number
  program?: string
}

const POLL_INTERVAL_MS = 1_000
const MAX_WAIT_SECONDS = 30
const LAST_CHANGES_MS = 4_000
const FINAL_POLL_INTERVAL_MS = 100
/** Polls without progress before the database is nudged. */
const POLLS_UNTIL_NUDGE = 20

/**
 * Runs Litestream as a separate process: starts it, watches it, and restarts it when it ends. Only one process at a
 * time copies a database: the one that holds the lock on a file of the data folder, which is released when it ends.
 */
export class LitestreamCopy implements ContinuousCopy {
  readonly place: string
  readonly #options: LitestreamOptions
  readonly #progress = new CopyProgress()
  readonly #stopping = new AbortController()
  #running = Promise.resolve()
  #process: SidecarProcess | null = null
  #state: 'starting' | 'other-process' | 'copying' = 'starting'
  #fault: string | null = null
  #startedAt = 0
  #pollIntervalMs: number

  constructor(options: LitestreamOptions) {
    this.#options = options
    this.place = options.settings.place
    this.#pollIntervalMs = options.pollIntervalMs ?? POLL_INTERVAL_MS
  }

  start(): void {
    if (this.#startedAt > 0) return
    this.#startedAt = this.#options.now()
    this.#running = this.#keepRunning()
  }

  state(): CopyState {
    if (this.#state === 'other-process') return { kind: 'other-process' }
    const { storedTo } = this.#progress
    const since = storedTo ?? this.#startedAt
    const isLate = this.#options.now() - since > ALERT_BEHIND_MS
    if (isLate) {
      const words = this.#fault ?? `Nothing new has arrived in ${this.place}.`
      return { kind: 'failing', storedTo, words }
    }
    return storedTo === null ? { kind: 'starting' } : { kind: 'copying', storedTo }
  }

  async stop(): Promise<void> {
    await this.#storeLastChanges()
    this.#stopping.abort()
    await this.#process?.stop()
    await this.#running
  }

  /** Waits until everything is stored. The database is closed, so there will be no further changes. */
  async #storeLastChanges(): Promise<void> {
    const until = this.#options.now()
    this.#pollIntervalMs = Math.min(this.#pollIntervalMs, FINAL_POLL_INTERVAL_MS)
    const giveUp = AbortSignal.timeout(LAST_CHANGES_MS)
    while (this.#process !== null && !giveUp.aborted && (this.#progress.storedTo ?? 0) < until) {
      await this.#pause()
    }
  }

  async #keepRunning(): Promise<void> {
    let lock: DatabaseSync | null = null
    let wait = 1
    try {
      while (!this.#stopping.signal.aborted) {
        try {
          await mkdir(this.#options.folder, { recursive: true, mode: 0o700 })
          lock ??= takeLock(join(this.#options.folder, 'lock'))
          if (lock === null) this.#state = 'other-process'
          else wait = (await this.#copy()) ? 1 : Math.min(MAX_WAIT_SECONDS, wait * 2)
        } catch (error) {
          wait = Math.min(MAX_WAIT_SECONDS, wait * 2)
          this.#report(error instanceof Error ? error.message : String(error))
        }
        await this.#pause(wait)
      }
    } finally {
      lock?.close()
    }
  }

  /** Runs Litestream until it ends. True when it has stored something. */
  async #copy(): Promise<boolean> {
    const { folder, settings, file, intervals, now, program } = this.#options
    this.#state = 'copying'
    const used = join(folder, 'place')
    const isKnown = (await readFile(used, 'utf8').catch(() => null)) === settings.place
    const lost = lostFolder(settings.place, isKnown)
    if (lost !== null) throw new Error(lost)
    // Without the secret key Litestream cannot find the end of an encrypted copy, so it has to begin a new one.
    if (settings.recipient !== null) await rm(join(folder, 'sent'), { recursive: true, force: true })
    const port = await freePort()
    const { config, secrets } = litestreamSetup(settings, {
      file,
      folder,
      port,
      ...(intervals && { intervals }),
    })
    const configFile = join(folder, 'litestream.json')
    await writeFile(configFile, config, { mode: 0o600 })
    const before = this.#progress.storedTo
    this.#progress.restart()
    const child = startSidecar(program ?? findLitestream(), ['replicate', '-config', configFile], {
      env: secrets,
      onLine: (line) => this.#readLine(line),
    })
    this.#process = child
    let polls = POLLS_UNTIL_NUDGE
    while (!child.hasEnded()) {
      await Promise.race([child.ended, this.#pause()])
      if (child.hasEnded() || this.#stopping.signal.aborted) break
      const sample = await fetchCopySample(port, now).catch(() => null)
      if (sample === null) continue // the state depends on the time since the last answer
      const known = this.#progress.storedTo
      this.#progress.observe(sample)
      if (this.#progress.storedTo !== known) {
        polls = 0
        if (!isKnown && known === before) await writeFile(used, settings.place, { mode: 0o600 })
      } else if (++polls > POLLS_UNTIL_NUDGE && (await this.#nudge())) polls = 0
      if (this.state().kind === 'copying') this.#fault = null
    }
    await child.ended
    this.#process = null
    if (!this.#stopping.signal.aborted) this.#report(this.#fault ?? 'Litestream has ended.')
    return this.#progress.storedTo !== before
  }

  /** False when the database is busy or closed. */
  async #nudge(): Promise<boolean> {
    return this.#options.nudge().then(
      () => true,
      () => false,
    )
  }

  /** Litestream writes JSON with a message and an error. */
  #readLine(line: string): void {
    try {
      const { msg, error } = JSON.parse(line) as { msg?: string; error?: string }
      if (error !== undefined) this.#fault = `Litestream says: ${msg ?? ''}: ${error}`.slice(0, 300)
    } catch {
      if (line.trim() !== '') this.#fault = `Litestream says: ${line.trim()}`.slice(0, 300)
    }
  }

  #report(words: string): void {
    this.#fault = words
    this.#options.onFault(words)
  }

  #pause(times = 1): Promise<void> {
    const ms = this.#pollIntervalMs * times
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#stopping.signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      this.#stopping.signal.addEventListener('abort', end)
    })
  }
}

/** Takes the lock, which ends with this process, even if it is killed. Null when another process has it. */
function takeLock(file: string): DatabaseSync | null {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if ((error as Error).message.includes('locked')) return null
    throw error
  }
}
