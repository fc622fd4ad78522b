import type { TaxRate } from '#domain/checkout/tariff.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Adjustment } from '#domain/orders/order-total.ts'

/** What taxes are computed on, in cents: what the taxed lines cost, and the taxed part of the shipping. */
export interface TaxBase {
  goods: Cents
  shipping: Cents
}

/**
 * The part of the shipping that is taxed: shipping is taxed like what is shipped, so by the share of the taxed lines.
 * When everything is free of charge, all of it, unless no line is taxed.
 */
export function taxedShipping(shipping: Cents, goods: number, all: number, isAnyTaxed: boolean): Cents {
  if (all === 0) return isAnyTaxed ? shipping : cents(0)
  return cents(Math.round((shipping * goods) / all))
}

/**
 * Each tax as an adjustment, rounded once, half up, on the whole cart. `included`: the prices contain the taxes, which
 * then add nothing. Taxes are never on each other.
 */
export function priceTaxes(
  taxes: readonly TaxRate[],
  base: TaxBase,
  included: boolean,
): (Adjustment & { milliPercent: number | null })[] {
  const contained = (amount: number, of: readonly TaxRate[], { milliPercent }: TaxRate) =>
    (amount * milliPercent) / (100_000 + of.reduce((sum, one) => sum + one.milliPercent, 0))
  const onShipping = taxes.filter((one) => one.onShipping)
  return taxes.map((rate) => {
    const { kind, label: name, milliPercent } = rate
    const label = { kind: 'tax', ...(name !== '' && { name }) } as const
    const shipping = rate.onShipping ? base.shipping : cents(0)
    const amount = included
      ? Math.round(contained(base.goods, taxes, rate) + contained(shipping, onShipping, rate))
      : Math.round(((base.goods + shipping) * milliPercent) / 100_000)
    if (kind === undefined) return { kind: 'tax', label, amount: cents(amount), milliPercent }
    const ofShipping = included
      ? Math.round(contained(shipping, onShipping, rate))
      : Math.round((shipping * milliPercent) / 100_000)
    return {
      kind: 'tax',
      label: { ...label, milliPercent },
      amount: cents(included ? 0 : amount),
      milliPercent: null,
      tax: {
        kind,
        milliPercent,
        ofShipping: cents(Math.min(amount, ofShipping)),
        contained: cents(included ? amount : 0),
      },
    }
  })
}
