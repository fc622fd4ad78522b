import type { Selectable } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { AmountLabel } from '#domain/orders/amount-label.ts'

type Row = Pick<
  Selectable<Database['order_adjustments']>,
  'kind' | 'label' | 'label_kind' | 'line_position' | 'tax_kind' | 'milli_percent'
>

/** What an amount is called, also one that an earlier version wrote. */
export function storedLabel({ label: name, label_kind: kind, ...row }: Row): AmountLabel {
  if (kind === null) return earlierLabel({ label: name, ...row })
  return {
    kind,
    ...(name !== '' && { name }),
    ...(kind === 'tax' && row.tax_kind !== null && { milliPercent: row.milli_percent ?? 0 }),
  }
}

/** Earlier versions wrote the label in English. What they did not word themselves are the words of owners or staff. */
function earlierLabel({ kind, label, line_position, ...row }: Omit<Row, 'label_kind'>): AmountLabel {
  if (kind === 'tax') return earlierTax(label, row.tax_kind === null ? null : row.milli_percent)
  if (kind === 'shipping') {
    if (label === 'Shipping') return { kind }
    const name = /^Shipping \((.+)\)$/s.exec(label)?.[1]
    return name === undefined ? { kind: 'own', name: label } : { kind, name }
  }
  if (kind === 'duty') return { kind }
  if (kind === 'price-change' && label === 'Price change') return { kind }
  if (kind === 'price-change' && label === 'Not charged' && line_position === null)
    return { kind: 'not-charged' }
  return { kind: 'own', name: label }
}

/** `GST (5%)` at 5 percent is the tax that owners call GST. */
function earlierTax(label: string, milliPercent: number | null): AmountLabel {
  const rate = milliPercent === null ? '' : ` (${milliPercent / 1_000}%)`
  if (!label.endsWith(rate)) return { kind: 'own', name: label }
  const name = label.slice(0, label.length - rate.length)
  return {
    kind: 'tax',
    ...(name !== 'Tax' && { name }),
    ...(milliPercent !== null && { milliPercent }),
  }
}
