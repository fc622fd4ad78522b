import { useEffect, useState } from 'react'
import { orderStateWords } from '#domain/orders/order.ts'
import { sizeWithCode } from '#domain/catalog/size.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { fetchPageProps } from '#web/admin/list/fetch-page-props.ts'
import type { OrderRow } from '#web/admin/orders/order-table.tsx'
import { fetchProducts } from '#web/admin/products/product-requests.ts'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { EVERYTHING } from '#web/views/catalog/staff-products-query.ts'
import { orderSearchOf, type Choice } from './palette-choices.ts'

const DEBOUNCE_MS = 200
/** A search for less finds nothing: MIN_ORDER_SEARCH_LENGTH of the database. */
const MIN_SEARCH_LENGTH = 3
const MAX_CHOICES = 6

/** What is read of the props of the orders page. */
interface FoundOrders {
  list: { orders: OrderRow[] } | null
}

/**
 * The orders that match what was typed into the palette, by number, name or email address, and the products, by name,
 * SKU or barcode.
 */
export function useFoundChoices(
  typed: string,
  permissions: readonly Permission[],
): { found: Choice[]; loading: boolean } {
  const wanted = orderSearchOf(typed)
  const [readsOrders, readsProducts] = [
    permissions.includes('orders.read'),
    permissions.includes('products.read'),
  ]
  const asks = (readsOrders || readsProducts) && wanted.length >= MIN_SEARCH_LENGTH
  const [answer, setAnswer] = useState<{ wanted: string; found: Choice[] } | null>(null)

  useEffect(() => {
    if (!asks) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const [orders, products] = await Promise.all([
        readsOrders ? findOrders(wanted, stop.signal) : [],
        readsProducts ? findProducts(wanted) : [],
      ])
      if (!stop.signal.aborted) setAnswer({ wanted, found: [...orders, ...products] })
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asks, readsOrders, readsProducts, wanted])

  if (!asks) return { found: [], loading: false }
  return answer?.wanted === wanted ? { found: answer.found, loading: false } : { found: [], loading: true }
}

async function findOrders(wanted: string, signal: AbortSignal): Promise<Choice[]> {
  const address = `/admin/orders?${new URLSearchParams({ q: wanted })}`
  const page = await fetchPageProps<FoundOrders>(address, signal)
  const orders = page.kind === 'done' ? (page.props.list?.orders ?? []) : []
  return orders.slice(0, MAX_CHOICES).map(choiceOf)
}

async function findProducts(wanted: string): Promise<Choice[]> {
  const answer = await fetchProducts({ ...EVERYTHING, q: wanted })
  const products = answer.kind === 'done' ? answer.value.products : []
  return products.slice(0, MAX_CHOICES).map((product) => productChoice(product, wanted))
}

function productChoice(product: StaffProduct, wanted: string): Choice {
  const size = sizeWithCode(product, wanted)
  const query = new URLSearchParams({ q: size === null ? product.name : wanted })
  return {
    label: product.name,
    hint: size === null ? 'Product' : `Size ${size}`,
    href: `/admin/dashboard?${query}`,
  }
}

function choiceOf({ number, name, state, fulfilment, balance, ...pickedUp }: OrderRow): Choice {
  const status = orderStateWords(state, fulfilment, { ...pickedUp, isBalanceDue: balance !== null })
  return {
    label: number,
    hint: [name, status].filter(Boolean).join(' · '),
    href: `/admin/orders/${number}`,
  }
}
