import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { robotsCarried } from '#domain/drops/rehearsal.ts'
import type { RehearsalRunner } from './rehearsal-runner.ts'

const MAX_REASON_LENGTH = 500

/**
 * Rehearses in a process of the operators' command, `scripts/rehearse-drop.ts`, which ends with this one however that
 * ends: it reads the end of its input then.
 */
export class ProcessRehearsals implements RehearsalRunner {
  readonly #script: string

  constructor(script: string) {
    this.#script = script
  }

  mostRobots(): number {
    return robotsCarried({ processors: availableParallelism(), freeBytes: process.availableMemory() })
  }

  run(dropId: string, by: string, stop: AbortSignal): Promise<string | null> {
    return this.#run([dropId, '--lease', by], stop)
  }

  async clean(): Promise<void> {
    const died = await this.#run(['--clean'])
    if (died !== null) throw new Error(died)
  }

  #run(words: readonly string[], signal?: AbortSignal): Promise<string | null> {
    const child = spawn(process.execPath, [this.#script, ...words], {
      stdio: ['pipe', 'ignore', 'pipe'],
      ...(signal && { signal }),
    })
    let complaint = ''
    child.stderr.on(
      'data',
      (text: Buffer) => (complaint = (complaint + text.toString()).slice(-MAX_REASON_LENGTH)),
    )
    return new Promise((resolve) => {
      let notStarted: string | null = null
      child.once('error', ({ name, message }) => {
        if (name !== 'AbortError') notStarted = `The process could not be started: ${message}.`
        if (child.pid === undefined) resolve(notStarted)
      })
      child.once('close', (code, ended) => {
        if (ended !== null) resolve(`The process was ended with ${ended}.`)
        else resolve(code === 0 ? null : complaint.trim() || `The process ended with code ${code}.`)
      })
    })
  }
}
