import { useEffect, useState } from 'react'
import { call, type SentBody } from '#web/admin/call-staff-api.ts'
import { refusalWords } from '#web/admin/order/order-dialog.tsx'
import type { ItemsPriceView } from '#web/views/orders/order-view.ts'

/** While a quantity is typed, the change is not priced at every digit. */
const DEBOUNCE_MS = 300

interface PricedItems {
  request: string
  price: ItemsPriceView | null
  refusal: string | null
}

/** What the order costs with a change of items, or why it is refused. `request`: the body as text; empty: none yet. */
export function useItemsPrice(number: string, request: string): Omit<PricedItems, 'request'> {
  const [priced, setPriced] = useState<PricedItems>({ request: '', price: null, refusal: null })
  useEffect(() => {
    if (request === '') return
    let isCurrent = true
    const timer = setTimeout(() => {
      const body = JSON.parse(request) as SentBody<'POST /api/staff/orders/:number/items-price'>
      void call('POST /api/staff/orders/:number/items-price', { params: { number }, body }).then((answer) => {
        if (!isCurrent) return
        if (answer.kind === 'done') return setPriced({ request, price: answer.value, refusal: null })
        const [first] = Object.values(answer.fields)
        setPriced({ request, price: null, refusal: first ?? refusalWords(answer) })
      })
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [number, request])
  return priced.request === request ? priced : { price: null, refusal: null }
}
