import { useEffect, useState } from 'react'
import { orderStateWords } from '#domain/orders/order.ts'
import { fetchPageProps } from '#web/admin/list/fetch-page-props.ts'
import type { OrderRow } from '#web/admin/orders/order-table.tsx'
import { orderSearchOf, type Choice } from './palette-choices.ts'

const DEBOUNCE_MS = 200
/** A search for less finds nothing: MIN_ORDER_SEARCH_LENGTH of the database. */
const MIN_SEARCH_LENGTH = 3
const MAX_CHOICES = 6

/** What is read of the props of the orders page. */
interface FoundOrders {
  list: { orders: OrderRow[] } | null
}

/** The orders that match what was typed into the palette, by number, name or email address. */
export function useOrderChoices(typed: string, mayRead: boolean): { found: Choice[]; loading: boolean } {
  const wanted = orderSearchOf(typed)
  const asks = mayRead && wanted.length >= MIN_SEARCH_LENGTH
  const [answer, setAnswer] = useState<{ wanted: string; found: Choice[] } | null>(null)

  useEffect(() => {
    if (!asks) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const page = await fetchPageProps<FoundOrders>(
        `/admin/orders?${new URLSearchParams({ q: wanted })}`,
        stop.signal,
      )
      if (page.kind === 'stopped') return
      const orders = page.kind === 'done' ? (page.props.list?.orders ?? []) : []
      setAnswer({ wanted, found: orders.slice(0, MAX_CHOICES).map(choiceOf) })
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asks, wanted])

  if (!asks) return { found: [], loading: false }
  return answer?.wanted === wanted ? { found: answer.found, loading: false } : { found: [], loading: true }
}

function choiceOf({ number, name, state, fulfilment, balance, ...pickedUp }: OrderRow): Choice {
  const status = orderStateWords(state, fulfilment, { ...pickedUp, isBalanceDue: balance !== null })
  return {
    label: number,
    hint: [name, status].filter(Boolean).join(' · '),
    href: `/admin/orders/${number}`,
  }
}
