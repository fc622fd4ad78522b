import { useEffect, useEffectEvent, useState } from 'react'
import { askStaff, type StaffAnswer } from '#web/admin/ask-staff.ts'
import type { OrderView } from './order-view.ts'

/** While a refund or a mail is on its way, the page looks again, less and less often. */
const LOOK_AGAIN_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]

/** What can be done to an order, by the last part of its address. */
export type OrderAction = 'fulfil' | 'cancel' | 'refund' | 'note' | 'resolve' | 'resend-mail'

/** The order on the page: as it came with it, and as each change leaves it. */
export function useOrder(first: OrderView) {
  const [order, setOrder] = useState(first)
  const [looks, setLooks] = useState(0)
  const address = `/api/staff/orders/${first.number}`

  async function act(action: OrderAction, body: object): Promise<StaffAnswer<OrderView>> {
    const answer = await askStaff<OrderView>('POST', `${address}/${action}`, body)
    if (answer.kind === 'done') setOrder(answer.value)
    else if (answer.code === 'signed-out') window.location.replace('/admin')
    else if (answer.current) setOrder(answer.current)
    setLooks(0)
    return answer
  }

  const look = useEffectEvent(async () => {
    const answer = await askStaff<OrderView>('GET', address)
    if (answer.kind === 'done') setOrder(answer.value)
    setLooks((before) => before + 1)
  })

  const { isMoving } = order
  useEffect(() => {
    const pause = LOOK_AGAIN_MS[looks]
    if (!isMoving || pause === undefined) return
    const timer = setTimeout(() => void look(), pause)
    return () => clearTimeout(timer)
  }, [isMoving, looks])

  return { order, act }
}
