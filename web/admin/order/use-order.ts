import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callStaffApi, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import { newerOrder } from './newer-order.ts'
import type { OrderView } from '#web/views/orders/order-view.ts'

/** While a refund or a mail is pending, the page polls, less and less often. */
const POLL_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]

/** The actions on an order, by the last part of their address. */
export type OrderAction =
  | 'fulfil'
  | 'tracking'
  | 'undo-fulfilment'
  | 'pick-up'
  | 'undo-pickup'
  | 'address'
  | 'items'
  | 'cancel'
  | 'refund'
  | 'restock'
  | 'note'
  | 'resolve'
  | 'balance'
  | 'resend-mail'

/**
 * The order on the page: as loaded, after each change, and refreshed when the user returns to the page. `isHeld`: a
 * dialog is open, and what it is based on must not change.
 */
export function useOrder(first: OrderView, isHeld: boolean) {
  const [{ order }, setShown] = useState({ order: first, asked: 0 })
  const requests = useRef(0)
  const [polls, setPolls] = useState(0)
  const address = `/api/staff/orders/${first.number}`

  async function ask(...request: [method: string, path: string, body?: object]) {
    const asked = ++requests.current
    const answer = await callStaffApi<OrderView>(...request)
    const found = answer.kind === 'done' ? answer.value : answer.current
    if (found) setShown((shown) => newerOrder(shown, { order: found, asked }))
    return answer
  }

  async function act(action: OrderAction, body: object): Promise<StaffAnswer<OrderView>> {
    const answer = await ask('POST', `${address}/${action}`, body)
    setPolls(0)
    return answer
  }

  const poll = useEffectEvent(async () => {
    await ask('GET', address)
    setPolls((before) => before + 1)
  })

  const { isMoving } = order
  useEffect(() => {
    const pause = POLL_DELAYS_MS[polls]
    if (!isMoving || pause === undefined) return
    const timer = setTimeout(() => void poll(), pause)
    return () => clearTimeout(timer)
  }, [isMoving, polls])

  const refreshOnReturn = useEffectEvent(() => {
    if (!isHeld && document.visibilityState === 'visible') void ask('GET', address)
  })
  useEffect(() => {
    const onReturn = () => refreshOnReturn()
    window.addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])

  return { order, act }
}
