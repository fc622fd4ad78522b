import type { SentBody } from '#web/admin/call-staff-api.ts'
import { checkManualCustomer, type MANUAL_DELIVERIES } from '#domain/checkout/manual-order.ts'
import type { ExternalMethod } from '#domain/checkout/payment.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { Recipient } from '#web/admin/order/shipment/recipient-fields.tsx'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'

/** A line of a new order. `unitPrice`: as typed; null: the catalogue price. */
export interface DraftLine {
  key: number
  product: StaffProduct
  size: Size
  quantity: number
  unitPrice: string | null
  reason: string
}

/** A new order as typed. `gift`: what a gift is for. */
export interface Draft {
  lines: DraftLine[]
  delivery: (typeof MANUAL_DELIVERIES)[number]
  shipping: boolean
  /** The id of the chosen method; null: the cheapest. */
  shippingMethod: string | null
  customer: Recipient & { email: string }
  note: string
  method: ExternalMethod | 'gift' | null
  reference: string
  gift: string
}

export const EMPTY_DRAFT: Draft = {
  lines: [],
  delivery: 'in-person',
  shipping: true,
  shippingMethod: null,
  customer: {
    name: '',
    email: '',
    phone: '',
    address: '',
    city: '',
    country: 'CA',
    region: '',
    postal: '',
  },
  note: '',
  method: null,
  reference: '',
  gift: '',
}

/** The part of a request that decides the price. */
export function pricedBody({
  lines,
  delivery,
  shipping,
  shippingMethod,
  customer,
  method,
  gift,
}: Draft): SentBody<'POST /api/staff/orders/price'> {
  const isGift = method === 'gift'
  return {
    delivery,
    shipping: shipping && !isGift,
    shippingMethod,
    customer,
    lines: lines.map(({ product, size, quantity, unitPrice, reason }) => ({
      productId: product.id,
      size,
      quantity,
      ...(isGift
        ? { unitPrice: '0', reason: gift.trim() || 'Gift' }
        : { unitPrice: unitPrice ?? '', reason: reason.trim() || 'Price change' }),
    })),
  }
}

/** Everything that keeps the draft from being sent, as errors of their fields. */
export function missingFields(draft: Draft): Record<string, string> {
  const checked = checkManualCustomer(draft)
  const ofCustomer = 'errors' in checked ? Object.entries(checked.errors) : []
  return {
    ...(draft.lines.length === 0 && { lines: 'Choose at least one item.' }),
    ...missingReasons(draft),
    ...Object.fromEntries(ofCustomer.map(([field, message]) => [`customer/${field}`, message])),
    ...(draft.method === null && { method: 'Choose how it was paid.' }),
  }
}

/** Those of these errors that still apply to the draft. No new errors are added while it is typed. */
export function remainingErrors(errors: Record<string, string>, draft: Draft): Record<string, string> {
  return Object.fromEntries(Object.entries(missingFields(draft)).filter(([field]) => field in errors))
}

/** The changed prices without a reason, as errors of their fields. */
function missingReasons({ lines, method }: Draft): Record<string, string> {
  if (method === 'gift') return {}
  return Object.fromEntries(
    lines.flatMap(({ unitPrice, reason }, at) =>
      unitPrice !== null && unitPrice.trim() !== '' && reason.trim() === ''
        ? [[`lines/${at}/reason`, 'Enter a reason for the price.'] as const]
        : [],
    ),
  )
}

/** Adds one unit: a new line, or one more on the line of the same size at the catalogue price. */
export function withOneMore(lines: readonly DraftLine[], product: StaffProduct, size: Size): DraftLine[] {
  const same = lines.find(
    (line) => line.product.id === product.id && line.size === size && line.unitPrice === null,
  )
  if (same) return lines.map((line) => (line === same ? { ...line, quantity: line.quantity + 1 } : line))
  const key = Math.max(0, ...lines.map((line) => line.key)) + 1
  return [...lines, { key, product, size, quantity: 1, unitPrice: null, reason: '' }]
}
