import { labelWithRate } from '#domain/checkout/pricing.ts'
import { formatCents } from '#domain/money.ts'
import { totalRows } from '#domain/orders/order-total.ts'
import type { LineProblem } from '#operations/find-line-problem.ts'
import type { PricedManualOrder } from '#operations/orders/price-manual-order.ts'
import * as shippingWords from '#words/en/shipping.ts'
import * as totalWords from '#words/en/totals.ts'
import type { ManualPriceView } from './manual-price.ts'

/** The prices of a manual order as staff see them. */
export function manualPriceView({
  prices,
  problems,
  totals,
  offers,
  shipping,
}: PricedManualOrder): ManualPriceView {
  return {
    lines: prices.map((price, at) => {
      const found = problems[at] ?? null
      return {
        price: price === null ? null : formatCents(price),
        problem: found === null ? null : lineProblemWords(found),
      }
    }),
    totals: totalRows(totals, formatCents, totalWords, labelWithRate),
    total: totals.total,
    methods: offers.map(({ id, name, price, leastDays, mostDays }) => ({
      id,
      label: `${name}, ${shippingWords.days(leastDays, mostDays)}: ${price === 0 ? 'free' : formatCents(price)}`,
    })),
    method: offers.length > 0 ? shipping.method : null,
  }
}

/** Why a line cannot be had. */
export function lineProblemWords(problem: LineProblem): string {
  switch (problem.kind) {
    case 'gone':
      return 'This product is no longer sold.'
    case 'gift-card':
      return 'Gift cards are bought in the shop only. Issue one under Gift cards.'
    case 'no-such-size':
      return 'This product no longer comes in this size.'
    case 'sold-out':
      return problem.left === 0 ? 'Sold out.' : `Only ${problem.left} left.`
  }
}
