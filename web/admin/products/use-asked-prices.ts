import { useEffect, useState } from 'react'
import { wasAsked } from '#domain/catalog/price-history.ts'
import { formatCad } from '#domain/money.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { centsOf } from '#web/admin/typed-numbers.ts'

/**
 * Warns of a price to compare with that was never asked for the product. `id`: null while it is new. Undefined: there
 * is nothing to warn of, or the prices are not known yet.
 */
export function useAskedPrices(id: string | null, typed: string): string | undefined {
  const [prices, setPrices] = useState<readonly { price: number }[] | null>(null)
  const isWanted = id !== null && typed !== '' && prices === null
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    void call('GET /api/staff/products/:id/prices', { params: { id } }).then((answer) => {
      if (!isOver && answer.kind === 'done') setPrices(answer.value.prices)
    })
    return () => {
      isOver = true
    }
  }, [isWanted, id])
  const compareAt = centsOf(typed)
  if (typed === '' || compareAt <= 0 || (id !== null && prices === null)) return undefined
  if (wasAsked(prices ?? [], compareAt)) return undefined
  return `This product was never offered at ${formatCad(compareAt)}. Many countries forbid comparing with a price that was never asked.`
}
