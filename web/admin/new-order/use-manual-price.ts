import { useEffect, useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import type { ManualPriceView } from '#web/views/orders/manual-price.ts'
import { pricedBody, type Draft } from './draft.ts'

/** While it is typed, an order is not priced at every letter. */
const DEBOUNCE_MS = 300

interface Priced {
  price: ManualPriceView | null
  /** The price is not that of what is typed now. */
  isOld: boolean
  errors: Record<string, string>
  /** The shop did not answer. */
  hasFailed: boolean
}

const NOTHING: Priced = { price: null, isOld: false, errors: {}, hasFailed: false }

/** The price of a draft, requested again when the draft or `again` changes. */
export function useManualPrice(draft: Draft, again: number): Priced {
  const [priced, setPriced] = useState({ ...NOTHING, request: '' })
  const request = draft.lines.length === 0 ? '' : JSON.stringify({ body: pricedBody(draft), again })
  useEffect(() => {
    if (request === '') return
    let isCurrent = true
    const timer = setTimeout(() => {
      void call('POST /api/staff/orders/price', { body: bodyOf(request) }).then((answer) => {
        if (!isCurrent) return
        setPriced(
          answer.kind === 'done'
            ? { ...NOTHING, price: answer.value, request }
            : {
                ...NOTHING,
                request,
                errors: answer.fields,
                hasFailed: Object.keys(answer.fields).length === 0,
              },
        )
      })
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [request])
  return request === '' ? NOTHING : { ...priced, isOld: priced.request !== request }
}

function bodyOf(request: string): ReturnType<typeof pricedBody> {
  return (JSON.parse(request) as { body: ReturnType<typeof pricedBody> }).body
}
