import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { abandonedTasks } from './audit/abandoned-tasks.ts'
import type { Outages } from './plan.ts'
import { retryWork } from './retry-work.ts'
import type { Scene } from './scene.ts'

const MAIL_TIMEOUT_MS = 4_000
const TASK_TIMEOUT_MS = 90_000

/** Recovery times after each kill, in milliseconds. */
export class Recovery {
  readonly healthyAfter: number[] = []
  readonly mailAfter: number[] = []
  readonly takenUpAfter: number[] = []
  readonly #scene: Scene
  readonly #outages: () => Outages

  constructor(scene: Scene, outages: () => Outages) {
    this.#scene = scene
    this.#outages = outages
  }

  /** A size that grows with every sent mail. */
  sentSize(): number {
    return statSync(this.#scene.sentLog, { throwIfNoEntry: false })?.size ?? 0
  }

  /** Returns the number of kills from which the shop has recovered. */
  recordHealthy(killed: number): number {
    return this.healthyAfter.push(since(killed))
  }

  /**
   * How long the dead process's tasks wait for another process. Time with a full disk, when none can take them, does
   * not count.
   */
  async recordTasksTakenUp(killed: number): Promise<void> {
    const { database } = this.#scene
    const left = await retryWork(() => abandonedTasks(database))
    if (left.length === 0) return
    const isOpen = new Set(left)
    while ((await retryWork(() => abandonedTasks(database))).some((task) => isOpen.has(task))) {
      if (this.#outages().disk || since(killed) > TASK_TIMEOUT_MS) return
      await sleep(10)
    }
    this.takenUpAfter.push(since(killed))
  }

  /** Not while mails cannot be sent, or after the next kill: then it would prove nothing about this one. */
  async recordFirstMail(killed: number, sentBefore: number): Promise<void> {
    const { length } = this.healthyAfter
    while (since(killed) < MAIL_TIMEOUT_MS) {
      const { mail, disk } = this.#outages()
      if (mail || disk || this.healthyAfter.length !== length) return
      if (this.sentSize() > sentBefore) {
        this.mailAfter.push(since(killed))
        return
      }
      await sleep(10)
    }
  }
}

function since(killed: number): number {
  return Math.round(performance.now() - killed)
}
