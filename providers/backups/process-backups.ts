import { spawn } from 'node:child_process'
import type { BackupJob } from '#domain/backups/backup-jobs.ts'
import type { BackupRunner } from './backup-runner.ts'

const MAX_REASON_LENGTH = 500

/**
 * Runs each job as a process of the operators' command, `scripts/backup.ts`, so that shoppers do not wait for its work.
 */
export class ProcessBackups implements BackupRunner {
  readonly place: string
  readonly hour: number
  readonly #script: string

  constructor({ place, hour, script }: { place: string; hour: number; script: string }) {
    this.place = place
    this.hour = hour
    this.#script = script
  }

  run(job: BackupJob, by: string, stop: AbortSignal): Promise<string | null> {
    const child = spawn(process.execPath, [this.#script, '--to', this.place, '--job', job, '--lease', by], {
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: stop,
    })
    let complaint = ''
    child.stderr.on(
      'data',
      (text: Buffer) => (complaint = (complaint + text.toString()).slice(-MAX_REASON_LENGTH)),
    )
    return new Promise((resolve) => {
      child.once('error', (error) => resolve(`The process could not be started: ${error.message}.`))
      child.once('close', (code, signal) => {
        if (signal !== null) resolve(`The process was ended with ${signal}.`)
        else resolve(code === 0 ? null : complaint.trim() || `The process ended with code ${code}.`)
      })
    })
  }
}
