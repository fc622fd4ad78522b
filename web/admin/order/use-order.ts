import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { askStaff, type StaffAnswer } from '#web/admin/ask-staff.ts'
import { newerOrder } from './newer-order.ts'
import type { OrderView } from '#web/views/orders/order-view.ts'

/** While a refund or a mail is on its way, the page looks again, less and less often. */
const LOOK_AGAIN_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]

/** What can be done to an order, by the last part of its address. */
export type OrderAction = 'fulfil' | 'cancel' | 'refund' | 'note' | 'resolve' | 'resend-mail'

/**
 * The order on the page: as it came with it, as each change leaves it, and as it is when somebody comes back to the
 * page. `isHeld`: a dialog is open over what was seen, and nothing is to change under it.
 */
export function useOrder(first: OrderView, isHeld: boolean) {
  const [{ order }, setShown] = useState({ order: first, asked: 0 })
  const questions = useRef(0)
  const [looks, setLooks] = useState(0)
  const address = `/api/staff/orders/${first.number}`

  async function ask(...question: [method: string, path: string, body?: object]) {
    const asked = ++questions.current
    const answer = await askStaff<OrderView>(...question)
    const found = answer.kind === 'done' ? answer.value : answer.current
    if (found) setShown((shown) => newerOrder(shown, { order: found, asked }))
    return answer
  }

  async function act(action: OrderAction, body: object): Promise<StaffAnswer<OrderView>> {
    const answer = await ask('POST', `${address}/${action}`, body)
    setLooks(0)
    return answer
  }

  const look = useEffectEvent(async () => {
    await ask('GET', address)
    setLooks((before) => before + 1)
  })

  const { isMoving } = order
  useEffect(() => {
    const pause = LOOK_AGAIN_MS[looks]
    if (!isMoving || pause === undefined) return
    const timer = setTimeout(() => void look(), pause)
    return () => clearTimeout(timer)
  }, [isMoving, looks])

  const lookWhenBack = useEffectEvent(() => {
    if (!isHeld && document.visibilityState === 'visible') void ask('GET', address)
  })
  useEffect(() => {
    const back = () => lookWhenBack()
    window.addEventListener('focus', back)
    document.addEventListener('visibilitychange', back)
    return () => {
      window.removeEventListener('focus', back)
      document.removeEventListener('visibilitychange', back)
    }
  }, [])

  return { order, act }
}
