import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OrderAction } from '#domain/orders/allowed-actions.ts'
import { call, type SentBody, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import { newerOrder } from './newer-order.ts'
import type { OrderView } from '#web/views/orders/order-view.ts'

/** While a refund or a mail is pending, the page polls, less and less often. */
const POLL_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]

/** What staff ask for on the page of an order. */
export type AskedAction = Exclude<OrderAction, 'fulfil-unpaid' | 'exchange'>
type ActionAddress<Action extends AskedAction> = `POST /api/staff/orders/:number/${Action}`
/** The body of such a request. */
export type ActionBody<Action extends AskedAction> = SentBody<ActionAddress<Action>>

/**
 * The order on the page: as loaded, after each change, and refreshed when the user returns to the page. `isHeld`: a
 * dialog is open, and what it is based on must not change.
 */
export function useOrder(first: OrderView, isHeld: boolean) {
  const [{ order }, setShown] = useState({ order: first, asked: 0 })
  const requests = useRef(0)
  const [polls, setPolls] = useState(0)
  const params = { number: first.number }

  async function show(asking: Promise<StaffAnswer<OrderView>>) {
    const asked = ++requests.current
    const answer = await asking
    const found = answer.kind === 'done' ? answer.value : answer.current
    if (found) setShown((shown) => newerOrder(shown, { order: found, asked }))
    return answer
  }

  async function act<Action extends AskedAction>(
    action: Action,
    body: ActionBody<Action>,
  ): Promise<StaffAnswer<OrderView>> {
    const address: ActionAddress<AskedAction> = `POST /api/staff/orders/:number/${action}`
    const answer = await show(call(address, { params, body: body as ActionBody<AskedAction> }))
    setPolls(0)
    return answer
  }

  const poll = useEffectEvent(async () => {
    await show(call('GET /api/staff/orders/:number', { params }))
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
    if (!isHeld && document.visibilityState === 'visible')
      void show(call('GET /api/staff/orders/:number', { params }))
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
