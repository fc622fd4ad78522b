import type { Size } from '#domain/catalog/size.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import type { OrderId, ProductId, ReturnId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { ORDER_NUMBER } from '#domain/orders/order.ts'
import type { LineUnits } from '#domain/orders/fulfilment.ts'
import { keysOf } from '#domain/record-of.ts'

/**
 * The states of a return, with what staff read. `asked`: staff decide. `accepted`: the customer sends it.
 * `received`: it is here and was looked at. `refunded`: the customer has the money, or nothing of it came. `exchanged`:
 * other units are sent for it.
 */
export const RETURN_STATE_WORDS = {
  asked: 'To decide',
  accepted: 'On its way',
  received: 'To refund',
  refunded: 'Refunded',
  exchanged: 'Exchanged',
  declined: 'Declined',
  cancelled: 'Cancelled',
} as const

/** The state of a return. */
export type ReturnState = keyof typeof RETURN_STATE_WORDS

/** Every state, in the order of the table. */
export const RETURN_STATES = keysOf(RETURN_STATE_WORDS)

/** The allowed changes of state. Any other is refused. */
export const RETURN_TRANSITIONS: Readonly<Record<ReturnState, readonly ReturnState[]>> = {
  asked: ['accepted', 'declined', 'cancelled'],
  accepted: ['received', 'declined', 'cancelled'],
  received: ['refunded', 'exchanged', 'declined'],
  refunded: [],
  exchanged: [],
  declined: ['accepted'],
  cancelled: [],
}

/** The states in which somebody still waits. */
export const OPEN_RETURN_STATES = ['asked', 'accepted', 'received'] as const satisfies readonly ReturnState[]

/** The states that the customer gets an email about; a refund has its own. */
export const MAILED_RETURN_STATES = [
  'asked',
  'accepted',
  'declined',
  'received',
  'exchanged',
] as const satisfies readonly ReturnState[]

/** A state that the customer gets an email about. */
export type MailedReturnState = (typeof MAILED_RETURN_STATES)[number]

/** Whether somebody still waits. */
export function isOpenReturn(state: ReturnState): boolean {
  return (OPEN_RETURN_STATES as readonly ReturnState[]).includes(state)
}

/** Why a piece comes back, with what staff read. */
export const RETURN_REASON_WORDS = {
  'too-small': 'Too small',
  'too-large': 'Too large',
  'not-as-shown': 'Not as shown',
  faulty: 'Faulty',
  'wrong-item': 'Wrong item',
  'changed-mind': 'Changed their mind',
  withdrawn: 'Withdrew from the contract',
  other: 'Another reason',
} as const

/** Why a piece comes back. */
export type ReturnReason = keyof typeof RETURN_REASON_WORDS

/** The reasons that customers choose from. */
export const CHOSEN_REASONS = keysOf(RETURN_REASON_WORDS).filter((reason) => reason !== 'withdrawn')

/** Reasons that are the shop’s fault: sending it back costs nothing. */
export const FAULTS: readonly ReturnReason[] = ['faulty', 'wrong-item']

/** What the customer wants for it. */
export const RETURN_WISHES = ['money', 'credit', 'exchange'] as const

/** What the customer wants for it: `money`. */
export type ReturnWish = (typeof RETURN_WISHES)[number]

/** What staff find of a unit, as they read it. A `missing` one was not in the parcel: it is not refunded. */
export const CONDITION_WORDS = {
  stock: 'Back to stock',
  second: 'Second choice',
  discarded: 'Thrown away',
  missing: 'Not in the parcel',
} as const

/** What staff find of a unit. */
export type UnitCondition = keyof typeof CONDITION_WORDS

/** Every condition, in the order of its buttons. */
export const CONDITIONS = keysOf(CONDITION_WORDS)

/** Why the rules leave a return to staff, as they read it. */
export const REVIEW_WORDS = {
  late: 'after the last day',
  final: 'final sale',
  country: 'from a country without returns',
  faulty: 'the shop’s fault',
  withdrawn: 'a withdrawal that is late or of a part',
} as const

/** Why the rules leave a return to staff. */
export type ReviewReason = keyof typeof REVIEW_WORDS

/** A piece as it is called in a return: an order may have another one at its line by now. */
export interface ReturnedItem {
  productId: ProductId
  name: string
  size: Size
}

/** What a customer wants instead. `price`: of the day on which they asked, in cents. */
export interface WantedItem extends ReturnedItem {
  price: Cents
}

/** One unit of a return. `number` counts its units from 1. `exchange`: what the customer wants instead. */
export interface ReturnUnit {
  number: number
  position: number
  item: ReturnedItem
  reason: ReturnReason
  condition: UnitCondition | null
  exchange: WantedItem | null
}

/** What a customer sends back. Times are epoch milliseconds; db/schema/return-tables.ts explains the fields. */
export interface Return {
  id: ReturnId
  orderId: OrderId
  number: number
  version: number
  state: ReturnState
  wish: ReturnWish
  review: readonly ReviewReason[]
  method: string
  fee: Cents
  note: string
  answer: string
  label: string
  staffNote: string
  isWithdrawal: boolean
  createdAt: number
  dueAt: number | null
  decidedAt: number | null
  decidedBy: string | null
  receivedAt: number | null
  receivedBy: string | null
  closedAt: number | null
  /** Until when what they want instead is held; null: nothing is. */
  heldUntil: number | null
  units: readonly ReturnUnit[]
}

/** The number of a return as it is printed and scanned: `R-7K3M-9QX2-1`. */
export function returnNumber(orderNumber: string, { number }: Pick<Return, 'number'>): string {
  return `${orderNumber}-${number}`
}

/** The order and the count in the number of a return; null: it is none. An order number alone has no count. */
export function parseReturnNumber(text: string): { order: string; number: number | null } | null {
  const [, order = '', number] = /^(R-\w{4}-\w{4})(?:-(\d{1,4}))?$/.exec(text.trim().toUpperCase()) ?? []
  return ORDER_NUMBER.test(order) ? { order, number: number === undefined ? null : Number(number) } : null
}

/** The units that are, or will be, with the shop, by line. */
export function returnedUnits(units: readonly Pick<ReturnUnit, 'position' | 'condition'>[]): LineUnits[] {
  const byLine = Map.groupBy(
    units.filter(({ condition }) => condition !== 'missing'),
    ({ position }) => position,
  )
  return Array.from(byLine, ([position, own]) => ({ position, quantity: own.length }))
}

/** These pieces, each once with how many there are. */
export function countItems(items: readonly ReturnedItem[]): (ReturnedItem & CartItem)[] {
  const same = Map.groupBy(items, ({ productId, size }) => `${productId} ${size}`)
  return Array.from(same.values(), (all) => ({ ...all[0]!, quantity: all.length }))
}

/** What is held for a return, while it is: what the customer wants for units that are not known to be missing. */
export function heldItems({
  heldUntil,
  units,
}: Pick<Return, 'heldUntil' | 'units'>): (ReturnedItem & CartItem)[] {
  if (heldUntil === null) return []
  return countItems(
    units.flatMap(({ exchange, condition }) => (condition === 'missing' || !exchange ? [] : [exchange])),
  )
}

/** What decides how many units of a line can come back. All counts are of units that the customer got. */
export interface DeliveredLine {
  position: number
  delivered: number
  /** Refunded or returned to stock, but not with a return. */
  otherwise: number
}

/**
 * How many units of each line can still come back. Returns that were declined or cancelled do not count; nor those that
 * were exchanged, whose units are of the order no more.
 */
export function returnableUnits(
  lines: readonly DeliveredLine[],
  returns: readonly Pick<Return, 'state' | 'units'>[],
): Map<number, number> {
  const counted = returns.filter(({ state }) => !['declined', 'cancelled', 'exchanged'].includes(state))
  const gone = returnedUnits(counted.flatMap(({ units }) => units))
  return new Map(
    lines.map(({ position, delivered, otherwise }) => {
      const own = gone.find((one) => one.position === position)?.quantity ?? 0
      return [position, Math.max(0, delivered - otherwise - own)]
    }),
  )
}
