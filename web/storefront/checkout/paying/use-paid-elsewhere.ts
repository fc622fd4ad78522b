import { useEffect, useEffectEvent, useState } from 'react'
import { CHECKOUT_ID_KEY, checkoutIds } from '#web/visitor/checkout-id.ts'
import { findPaidOrder, type SettledOrder } from './settle-checkout.ts'

/**
 * Notices that the cart was paid: by another tab, or by this one before it was reloaded. `onPaid` returns whether it
 * leaves the page. True while the server is asked, or the page is left.
 */
export function usePaidElsewhere(onPaid: (checkoutId: string, order: SettledOrder) => boolean): boolean {
  const [isAsking, setAsking] = useState(() => checkoutIds.current() !== null)
  const leaves = useEffectEvent(onPaid)

  useEffect(() => {
    const ask = async (checkoutId: string) => {
      setAsking(true)
      const order = await findPaidOrder(checkoutId)
      if (order && leaves(checkoutId, order)) return
      if (order) checkoutIds.leave()
      checkoutIds.join()
      setAsking(false)
    }
    const askIfLeft = () => {
      const left = checkoutIds.left()
      if (left !== null) void ask(left)
    }
    const stored = ({ key }: StorageEvent) => (key === CHECKOUT_ID_KEY || key === null) && askIfLeft()
    addEventListener('storage', stored)
    addEventListener('pageshow', askIfLeft)

    const known = checkoutIds.current()
    if (checkoutIds.left() !== null) askIfLeft()
    else if (known !== null) void ask(checkoutIds.join())
    else checkoutIds.join()
    return () => {
      removeEventListener('storage', stored)
      removeEventListener('pageshow', askIfLeft)
    }
  }, [])

  return isAsking
}
