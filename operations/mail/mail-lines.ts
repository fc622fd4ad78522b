import { amountIn } from '#domain/currency.ts'
import type { LineUnits } from '#domain/orders/fulfilment.ts'
import { orderLinePrice, type Order } from '#domain/orders/order.ts'
import { lineName } from '#operations/order-facts.ts'
import type { Words } from '#words/languages.ts'
import type { MailLine } from './mail-body.ts'

/** The lines of an order, or of units of it, each with the key of its picture. */
export function mailLines(
  order: Order,
  words: Words['mails/orders'],
  units?: readonly LineUnits[],
): MailLine[] {
  return order.lines.flatMap((line, position) => {
    const quantity = units ? (units.find((one) => one.position === position)?.quantity ?? 0) : line.quantity
    if (quantity === 0) return []
    return {
      name: words.line(quantity, lineName(line, words)),
      amount: amountIn(words.LANGUAGE, orderLinePrice({ ...line, quantity })),
      picture: line.pictureKey,
    }
  })
}
