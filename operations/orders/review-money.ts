import { findPackingOrders } from '#db/packing/packing-orders.ts'
import { findObstacle, type ActionObstacle } from '#domain/orders/allowed-actions.ts'
import type { Cents } from '#domain/money.ts'
import type { OrderState } from '#domain/orders/order.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import type { Shop } from '#operations/shop.ts'

/** An order before its money is returned: `version` is what staff see, `left` what can be refunded. */
export interface ReviewedOrder {
  number: string
  version: number
  state: OrderState
  left: Cents
  obstacle: ActionObstacle | null
}

/** What is left to refund of these orders, and what stands in the way as far as a list can tell. */
export async function reviewMoney(
  { database: { db } }: Shop,
  action: 'cancel' | 'refund',
  { numbers, permissions }: { numbers: readonly string[]; permissions: readonly Permission[] },
): Promise<ReviewedOrder[]> {
  const orders = await findPackingOrders(db, numbers)
  return orders.map(({ number, version, state, fulfilment, money, balanceDue, isOnHold, erasure }) => {
    const status = {
      state,
      fulfilment,
      money,
      balanceDue,
      isOnHold,
      wasCancelled: false,
      isErased: erasure !== null,
    }
    return { number, version, state, left: money.left, obstacle: findObstacle(action, status, permissions) }
  })
}
