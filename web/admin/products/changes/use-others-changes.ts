import { useEffect, useEffectEvent, useRef } from 'react'
import { fetchProduct } from '#web/admin/products/product-requests.ts'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { useCatalogChanges } from './use-catalog-changes.ts'

/** Every save and every sale is announced; announcements within this time cause one request. */
const DEBOUNCE_MS = 250

/**
 * Calls `onChange` when another member saves or deletes the product that is open in the form, with what it is now.
 * While the form itself is saving (`busy`), nothing is requested, and an earlier answer is ignored.
 */
export function useOthersChanges(
  open: Pick<StaffProduct, 'id' | 'version'> | null,
  busy: boolean,
  onChange: (theirs: StaffProduct) => void,
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const answered = useEffectEvent((theirs: StaffProduct) => {
    if (!busy && open?.id === theirs.id && theirs.version > open.version) onChange(theirs)
  })

  async function look(id: string) {
    const answer = await fetchProduct(id)
    if (answer.kind === 'done') answered(answer.value)
  }

  const lookSoon = useEffectEvent(() => {
    clearTimeout(timer.current)
    if (open !== null && !busy) timer.current = setTimeout(() => void look(open.id), DEBOUNCE_MS)
  })
  useCatalogChanges(() => lookSoon())
  useEffect(() => {
    if (!busy) lookSoon() // for what was missed while it was saving
    return () => clearTimeout(timer.current)
  }, [busy])
}
