import type { DisputedRefund, Incident } from '#chaos/plan.ts'
import { refundDisputed } from './refund-disputed.ts'
import type { Scene } from '#chaos/scene.ts'
import type { Purchase } from './shopper.ts'

/** A staff member who refunds disputed orders. */
export class StaffRefunds {
  readonly made: DisputedRefund[] = []
  readonly #scene: Scene
  /** Disputed checkouts that were not handled yet. */
  readonly #disputed: string[] = []

  constructor(scene: Scene) {
    this.#scene = scene
  }

  note({ habit, ending, checkoutId }: Purchase): void {
    if (habit === 'disputes' && (ending === 'paid' || ending === 'confirmed')) this.#disputed.push(checkoutId)
  }

  /** Refunds the oldest of them, if there is one. */
  async refund(incident: Extract<Incident, { kind: 'disputed-refund' }>): Promise<void> {
    const checkoutId = this.#disputed.shift()
    if (checkoutId === undefined) return
    if (await refundDisputed(this.#scene.database, checkoutId, incident)) this.made.push(incident.refund)
  }
}
