/** An order as the shop returned it, with the sequence number of the request. */
interface Answered {
  order: { version: number }
  asked: number
}

/**
 * Which of two responses to show: responses may arrive out of order, and those without a change have the same version.
 */
export function newerOrder<T extends Answered>(shown: T, arrived: T): T {
  const further = arrived.order.version - shown.order.version
  if (further !== 0) return further > 0 ? arrived : shown
  return arrived.asked > shown.asked ? arrived : shown
}
