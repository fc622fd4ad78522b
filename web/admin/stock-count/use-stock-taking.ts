import { useState } from 'react'
import type { CountedSize } from '#domain/catalog/stock-edit.ts'
import { countableStock } from '#domain/stock/stock-count.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { showToast } from '#web/ui/toast.tsx'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { useUnsavedWarning } from '#web/admin/tools/use-unsaved-warning.ts'

/** A product with the counts that can be counted, as they were read. */
export interface ProductToCount {
  id: string
  name: string
  counts: { size: CountedSize; stock: number }[]
}

/** The same while it is counted. `typed`: by size, empty where nothing was counted. */
export interface ProductInCount extends ProductToCount {
  ledger: number
  typed: Record<string, string>
  message: string
  isFailed: boolean
}

interface Counted {
  product: StaffProduct
  ledger: number
}

/** The key of a count among what was typed. */
export function countedKey(size: CountedSize): string {
  return size ?? 'all'
}

/** What was typed less the count; null: nothing was typed. */
export function differenceOf(typed: string, stock: number): number | 'wrong' | null {
  const text = typed.trim()
  if (text === '') return null
  return /^\d{1,7}$/.test(text) && Number(text) <= 1_000_000 ? Number(text) - stock : 'wrong'
}

/** Counting the products of one page: what was typed, and how applying it went. */
export function useStockTaking(first: ProductToCount[], ledger: number) {
  const [products, setProducts] = useState<ProductInCount[]>(() =>
    first.map((product) => ({ ...product, ledger, typed: {}, message: '', isFailed: false })),
  )
  const [busy, setBusy] = useState(false)
  const differences = products.flatMap(({ counts, typed }) =>
    counts.map(({ size, stock }) => differenceOf(typed[countedKey(size)] ?? '', stock)),
  )
  const typedCount = differences.filter((one) => one !== null).length

  useUnsavedWarning(() => typedCount > 0)

  function change(id: string, changes: (product: ProductInCount) => Partial<ProductInCount>) {
    setProducts((all) => all.map((one) => (one.id === id ? { ...one, ...changes(one) } : one)))
  }

  /** One product, in one transaction. What was typed stays when it could not be applied. */
  async function applyOne({ id, counts, typed, ledger: seenAt }: ProductInCount): Promise<boolean> {
    const counted = counts.flatMap(({ size, stock }) => {
      const text = typed[countedKey(size)] ?? ''
      return text.trim() === '' ? [] : [{ size, seen: stock, stock: Number(text) }]
    })
    if (counted.length === 0) return true
    const answer = await call('POST /api/staff/products/:id/count', {
      params: { id },
      body: {
        ledger: seenAt,
        counted,
      },
    })
    const now = answer.kind === 'done' ? answer.value : answer.current
    if (answer.kind === 'done') {
      change(id, () => ({
        ...countsOf(answer.value),
        typed: {},
        message: appliedWords(counted, answer.value),
        isFailed: false,
      }))
      return true
    }
    const message =
      answer.title ?? 'This could not be applied. Your numbers are still here: try again in a moment.'
    change(id, () => ({
      ...(now && countsOf(now)),
      message: answer.fields['counted'] ?? message,
      isFailed: true,
    }))
    return false
  }

  async function apply() {
    if (differences.includes('wrong')) return focusWrong()
    setBusy(true)
    let failed = 0
    for (const product of products) if (!(await applyOne(product))) failed += 1
    setBusy(false)
    if (failed === 0) showToast('success', 'Counts applied')
    else showToast('error', 'Some counts could not be applied. They are marked below.', 6_000)
  }

  return {
    products,
    busy,
    typedCount,
    differing: differences.filter((one) => typeof one === 'number' && one !== 0).length,
    wrong: differences.filter((one) => one === 'wrong').length,
    type: (id: string, size: CountedSize, text: string) =>
      change(id, ({ typed }) => ({
        typed: { ...typed, [countedKey(size)]: text },
        message: '',
        isFailed: false,
      })),
    apply,
  }
}

function countsOf({ product, ledger }: Counted): Pick<ProductInCount, 'counts' | 'ledger'> {
  return { counts: countableStock(product), ledger }
}

/** What was applied, and what happened while it was counted. */
function appliedWords(counted: { size: CountedSize; stock: number }[], now: Counted): string {
  const after = countableStock(now.product)
  const moved = counted.flatMap(({ size, stock }) => {
    const is = after.find((one) => one.size === size)?.stock ?? stock
    if (is === stock) return []
    const units = Math.abs(is - stock)
    return [
      `${size ?? 'All'}: ${units} ${is < stock ? 'sold' : 'returned'} in the meantime, ${is} in stock now`,
    ]
  })
  return ['Applied.', ...moved].join(' ')
}

function focusWrong() {
  document.querySelector<HTMLElement>('input[aria-invalid="true"]')?.focus()
}
