import type { DeliveryDays } from '#domain/checkout/shipping/delivery-days.ts'
import { cents } from '#domain/money.ts'
import { linePrice } from '#domain/checkout/line-price.ts'
import type { Receipt } from '#web/visitor/last-order.ts'
import type { PaymentRequest } from './request-payment.ts'

/** The thank-you page's summary of the order that was just paid. It stays in the tab. */
export function receiptOf(
  { customer, lines, shown, note }: Omit<PaymentRequest, 'checkoutId'>,
  days: DeliveryDays | null,
): Receipt {
  return {
    ...(days !== null && { days }),
    email: customer.email,
    note,
    total: cents(shown.rows.at(-1)!.amount),
    lines: lines.map((line) => ({
      name: line.product.name,
      size: line.selectedSize,
      quantity: line.quantity,
      price: linePrice({ price: line.product.price, quantity: line.quantity }),
      picture: line.product.imageUrls[0] ?? null,
    })),
  }
}
