import { useEffect, useState } from 'react'
import { settleCheckout } from '#web/storefront/checkout/paying/settle-checkout.ts'
import { checkoutIds } from '#web/visitor/checkout-id.ts'
import { completeLastOrder, useLastOrder, type LastOrder } from '#web/visitor/last-order.ts'

/** A shop that was too busy to answer the checkout is asked again, at growing intervals. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]
const TIMEOUT_MS = 20_000

/** The order that was just paid, and whether its link is still being requested from the shop. */
export function usePaidOrder(): { order: LastOrder | null; isAsking: boolean } {
  const order = useLastOrder()
  const clientSecret = order?.clientSecret ?? null
  const [gaveUpOn, setGaveUpOn] = useState<string | null>(null)

  useEffect(() => checkoutIds.leave(), [])

  useEffect(() => {
    if (clientSecret === null) return
    let isGone = false
    const poll = async () => {
      for (const pause of RETRY_DELAYS_MS) {
        await new Promise((resolve) => setTimeout(resolve, pause))
        if (isGone) return
        const settled = await settleCheckout({ clientSecret }, TIMEOUT_MS)
        if (isGone) return
        if (settled?.order) {
          const isRefunded = settled.state === 'refunded'
          return completeLastOrder({ ...settled.order, isRefunded, isOverLimit: settled.why !== undefined })
        }
      }
      setGaveUpOn(clientSecret)
    }
    void poll()
    return () => {
      isGone = true
    }
  }, [clientSecret])

  return { order, isAsking: clientSecret !== null && gaveUpOn !== clientSecret }
}
