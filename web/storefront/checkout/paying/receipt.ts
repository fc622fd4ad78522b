import type { DeliveryDays } from '#domain/checkout/shipping/delivery-days.ts'
import { cents } from '#domain/money.ts'
import { linePrice } from '#domain/checkout/line-price.ts'
import { lineDetail } from '#web/storefront/cart/total-words.ts'
import { hasOnlyGifts, hasPreorders } from '#web/visitor/cart-totals.ts'
import type { Receipt } from '#web/visitor/last-order.ts'
import type { PaymentRequest } from './request-payment.ts'

/** The thank-you page's summary of the order that was just paid. It stays in the tab. */
export function receiptOf(
  { customer, lines, amount, shown, note }: Omit<PaymentRequest, 'checkoutId'>,
  days: DeliveryDays | null,
): Receipt {
  const total = cents(shown.rows.at(-1)!.amount)
  return {
    ...(days !== null && { days }),
    email: customer.email,
    note,
    total,
    byGiftCards: total - amount,
    isGiftsOnly: hasOnlyGifts(lines),
    hasPreorder: hasPreorders(lines),
    lines: lines.map((line) => ({
      name: line.product.name,
      detail: lineDetail(line),
      quantity: line.quantity,
      price: linePrice({ price: line.product.price, quantity: line.quantity }),
      picture: line.product.imageUrls[0] ?? null,
    })),
  }
}
