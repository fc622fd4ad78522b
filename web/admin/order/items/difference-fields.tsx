import { useState } from 'react'
import CheckedGateway from '#web/admin/order/checked-gateway.tsx'
import type { OrderView } from '#web/views/orders/order-view.ts'
import SettleFields, { NO_INCREASE, increaseBody } from './settle-fields.tsx'

/** How the difference of a change is settled, while it is typed. */
export function useDifference(order: OrderView) {
  const [increase, setIncrease] = useState(NO_INCREASE)
  const [checkedGateway, setCheckedGateway] = useState(false)
  /** The part of the request about it. */
  const bodyOf = (difference: number) => ({
    difference,
    ...increaseBody(increase, difference),
    checkedGateway,
  })
  return { order, increase, setIncrease, checkedGateway, setCheckedGateway, bodyOf }
}

interface DifferenceFieldsProps {
  settling: ReturnType<typeof useDifference>
  /** In cents; 0: there is nothing to settle. */
  difference: number
  errors: Record<string, string>
}

/** How an increase is paid, or whether the refund of a decrease may be requested. */
export default function DifferenceFields({ settling, difference, errors }: DifferenceFieldsProps) {
  const { order, increase, setIncrease, checkedGateway, setCheckedGateway } = settling
  if (difference > 0) {
    const byLink = order.customer.email !== ''
    return <SettleFields {...{ difference, increase, errors, byLink }} onChange={setIncrease} />
  }
  if (difference === 0) return null
  return (
    <CheckedGateway
      order={order}
      checked={checkedGateway}
      error={errors['checkedGateway']}
      onChange={setCheckedGateway}
    />
  )
}
