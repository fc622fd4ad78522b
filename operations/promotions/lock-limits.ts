import { lockCounts } from '#db/engine/counting-orders.ts'
import { askedFor, countUses, findUses } from '#db/promotions/promotion-uses.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { OrderId } from '#domain/ids.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import {
  findLimit,
  isLimited,
  lockKeys,
  type PromotionUse,
  type Wanted,
} from '#domain/promotions/use-limits.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

/** An order that is placed, with the promotions that it uses. */
interface PlacedOrder {
  checkoutId: string
  customer: { email: string }
  uses: readonly (PromotionUse & Wanted)[]
}

/** Whether orders are within the limits of their promotions, each after those that were added before. */
export interface LockedLimits {
  allow(order: PlacedOrder): boolean
  add(order: PlacedOrder): void
}

const UNLIMITED: LockedLimits = { allow: () => true, add: () => {} }

/** Counts what these orders use, once nobody else can use it until the transaction ends. Lock it before products. */
export async function lockLimits(tx: Tx, orders: readonly PlacedOrder[]): Promise<LockedLimits> {
  const limited = orders
    .map((order) => ({ order, uses: order.uses.filter(isLimited), key: limitEmail(order.customer.email) }))
    .filter(({ uses }) => uses.length > 0)
  if (limited.length === 0) return UNLIMITED
  const keys = limited.flatMap(({ uses, key }) => uses.flatMap((one) => lockKeys(one, key)))
  const asked = limited.map(({ order, uses, key }) => askedFor(uses, key, order.checkoutId))
  const [, counted] = await Promise.all([lockCounts(tx, keys), countUses(tx, asked)])
  const added: { uses: readonly PromotionUse[]; key: string }[] = []
  return {
    allow(order) {
      const at = limited.findIndex((one) => one.order === order)
      if (at === -1) return true
      const { uses, key } = limited[at]!
      const counts = counted.get(asked[at]!)!
      const theirs = added.filter((one) => one.key === key)
      const more = (among: typeof added, id: string) =>
        among.filter((one) => one.uses.some(({ promotionId }) => promotionId === id)).length
      const usedCodes = added.flatMap((one) => one.uses.flatMap(({ code }) => code ?? []))
      return uses.every((one) => {
        const id = one.promotion.id
        const before = counts.byPromotion.get(id) ?? { all: 0, theirs: 0 }
        const now = { all: before.all + more(added, id), theirs: before.theirs + more(theirs, id) }
        return (
          findLimit(one, {
            byPromotion: new Map([[id, now]]),
            codes: new Set([...counts.codes, ...usedCodes]),
            hasOrdered: counts.hasOrdered || theirs.length > 0,
          }) === null
        )
      })
    },
    add(order) {
      const at = limited.find((one) => one.order === order)
      if (at) added.push(at)
    },
  }
}

/** Whether an order that had ended, and was paid after that, may still use what it used. Lock the order first. */
export async function mayUseAgain(shop: Shop, tx: Tx, id: OrderId): Promise<boolean> {
  const used = await findUses(tx, id)
  if (used.length === 0) return true
  const { promotions } = await currentSetting(shop, PROMOTIONS)
  const order = await tx
    .selectFrom('orders')
    .select(['checkout_id as checkoutId', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const uses = used.flatMap((use) => {
    const promotion = promotions.find((one) => one.id === use.promotionId)
    const isSingle = use.code !== null && promotion?.codes.includes(use.code) === false
    return promotion ? [{ ...use, promotion, isSingle }] : []
  })
  const placed = { ...order, customer: { email: order.email }, uses }
  return (await lockLimits(tx, [placed])).allow(placed)
}
