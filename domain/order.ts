import type { Cents } from './money.ts'
import type { Size } from './product.ts'

/**
 * Where an order stands. `pending`: stock is held, money is awaited. `paid`: money arrived, to be sent.
 * `expired`: the hold ran out or the payment failed for good, stock is back. `refunded`: the money went back.
 * `needs-attention`: a person must look, because the gateway and the order disagree.
 */
export type OrderState = 'pending' | 'paid' | 'expired' | 'refunded' | 'needs-attention'

/** What may follow what. Anything else is refused. */
export const ORDER_TRANSITIONS: Record<OrderState, readonly OrderState[]> = {
  pending: ['paid', 'expired', 'refunded', 'needs-attention'],
  expired: ['pending', 'paid', 'refunded', 'needs-attention'],
  paid: ['refunded', 'needs-attention'],
  refunded: [],
  'needs-attention': ['paid', 'refunded'],
}

/** Whether an order in state `from` may become `to`. */
export function mayBecome(from: OrderState, to: OrderState): boolean {
  return ORDER_TRANSITIONS[from].includes(to)
}

/** Who ordered and where it goes: the checkout form, parsed (spec 3). `country` is a two-letter code. */
export interface Customer {
  name: string
  email: string
  phone: string
  address: string
  city: string
  country: string
  /** Empty when the country has no regions and none was typed. */
  region: string
  postal: string
}

/** What was bought, as it was on the day: later catalogue changes do not touch it. */
export interface OrderLine {
  productId: string
  name: string
  size: Size
  unitPrice: Cents
  quantity: number
  pictureKey: string | null
}

/** An order with its lines. Times are epoch milliseconds; money is CAD cents. */
export interface Order {
  id: string
  /** What people read to each other: `R-7K3M-9QX2`. */
  number: string
  state: OrderState
  customer: Customer
  note: string
  lines: OrderLine[]
  subtotal: Cents
  tax: Cents
  shipping: Cents
  total: Cents
  createdAt: number
  paidAt: number | null
}

/** The name of a line in the order payload and in mails: `Street Tee (Size: M)` (spec 3). */
export function orderLineName(line: Pick<OrderLine, 'name' | 'size'>): string {
  return `${line.name} (Size: ${line.size})`
}
