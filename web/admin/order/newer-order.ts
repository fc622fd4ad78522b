/** An order as the shop answered it, and which question of this page that was. */
interface Answered {
  order: { version: number }
  asked: number
}

/** Which of two answers to show: answers may overtake each other, and what does not change the order has no version. */
export function newerOrder<T extends Answered>(shown: T, arrived: T): T {
  const further = arrived.order.version - shown.order.version
  if (further !== 0) return further > 0 ? arrived : shown
  return arrived.asked > shown.asked ? arrived : shown
}
