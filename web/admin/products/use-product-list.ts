import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fetchProducts } from './product-requests.ts'
import { useCatalogChanges } from './changes/use-catalog-changes.ts'
import { EVERYTHING, listAddress, type ListQuery } from '#web/views/catalog/staff-products-query.ts'
import { tableStoreMessage } from './messages.ts'
import type { StaffProduct, StaffProductPage } from '#web/views/catalog/staff-product.ts'

/** While staff type or shoppers buy, the list is not requested for each letter or sale. */
const DEBOUNCE_MS = 250

/** Why the list could not be loaded; `reason`: the table store's own words, when it had any. */
export interface ListFailure {
  reason: string | null
}

/** The list that the page was loaded with, or why it has none. */
export type FirstList = StaffProductPage | ListFailure

/** The list on the page: its query, its products, and whether it is loading. */
export function useProductList(firstQuery: ListQuery, first: FirstList) {
  const [query, setQuery] = useState(firstQuery)
  const [list, setList] = useState('products' in first ? first : null)
  const [loading, setLoading] = useState(false)
  const [failure, setFailure] = useState('products' in first ? null : first)
  const asked = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function load(wanted: ListQuery) {
    const turn = (asked.current += 1)
    const answer = await fetchProducts(wanted)
    if (turn !== asked.current) return
    setLoading(false)
    if (answer.kind === 'done') {
      setList(answer.value)
      setFailure(null)
    } else if (answer.code === 'signed-out') window.location.replace('/admin')
    else setFailure({ reason: tableStoreMessage(answer) })
  }

  function loadSoon(wanted: ListQuery, pause: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void load(wanted), pause)
  }

  /** Shows another list; its address can be kept. Anything but another page starts at the first one. */
  function show(changes: Partial<ListQuery>) {
    const wanted = { ...query, page: EVERYTHING.page, ...changes }
    setQuery(wanted)
    setLoading(true)
    window.history.replaceState(null, '', window.location.pathname + listAddress(wanted))
    loadSoon(wanted, 'q' in changes ? DEBOUNCE_MS : 0)
  }

  const refresh = useEffectEvent(() => loadSoon(query, DEBOUNCE_MS))
  useCatalogChanges(() => refresh())
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Changes the list in place, before the shop is asked again. */
  function changeInPlace(change: (products: StaffProduct[]) => StaffProduct[]) {
    setList((before) => {
      if (!before) return before
      const products = change(before.products)
      return { ...before, products, total: before.total + products.length - before.products.length }
    })
    loadSoon(query, DEBOUNCE_MS)
  }

  return {
    query,
    list,
    loading,
    failure,
    show,
    /** Loads the shown list again. */
    reload: () => {
      setLoading(true)
      loadSoon(query, 0)
    },
    /** Shows a product as it is now; the shop is asked again, because it may no longer match. */
    replace: (product: StaffProduct) =>
      changeInPlace((shown) => shown.map((one) => (one.id === product.id ? product : one))),
    changeInPlace,
  }
}
