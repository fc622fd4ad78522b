/** A member of a group: its request, and the functions that answer it. */
export interface GroupMember<Asked, Answer> {
  asked: Asked
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** `maxWaitMs`: how long the next group waits for this one, whose connection may have been lost silently. */
interface GroupLimits {
  maxSize: number
  maxWaitMs: number
}

/**
 * Collects the requests of one turn of the event loop, or those that arrive while the last group runs, and runs them
 * together. `carryOut` answers each member.
 */
export class OpenGroup<Asked, Answer> {
  readonly #limits: GroupLimits
  readonly #carryOut: (members: GroupMember<Asked, Answer>[]) => Promise<void>
  #waiting: GroupMember<Asked, Answer>[] = []
  #isBusy = false

  constructor(limits: GroupLimits, carryOut: (members: GroupMember<Asked, Answer>[]) => Promise<void>) {
    this.#limits = limits
    this.#carryOut = carryOut
  }

  join(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject })
      if (!this.#isBusy) void this.#carryOutAll()
    })
  }

  async #carryOutAll(): Promise<void> {
    this.#isBusy = true
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const members = this.#waiting.splice(0, this.#limits.maxSize)
      const { promise: isDone, resolve: end } = Promise.withResolvers<void>()
      const timeout = setTimeout(end, this.#limits.maxWaitMs)
      void this.#carryOut(members).then(end)
      await isDone
      clearTimeout(timeout)
    }
    this.#isBusy = false
  }
}
