import { useRef, useState } from 'react'
import type { CountedSize } from '#domain/catalog/stock-edit.ts'
import { sizeWithCode, type SizeCodes } from '#domain/catalog/size.ts'
import { countableStock } from '#domain/stock/stock-count.ts'
import { fetchPageProps } from '#web/admin/list/fetch-page-props.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { showToast } from '#web/ui/toast.tsx'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { useUnsavedWarning } from '#web/admin/tools/use-unsaved-warning.ts'

/** A product with the counts that can be counted, as they were read. */
export interface ProductToCount {
  id: string
  name: string
  codes: SizeCodes[]
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
  const [products, setProducts] = useState(() => first.map((product) => uncounted(product, ledger)))
  const [busy, setBusy] = useState(false)
  const [scanned, setScanned] = useState('')
  /** As they are: a scan may come before the last one is rendered. */
  const now = useRef({ products, turn: Promise.resolve() })
  const differences = products.flatMap(({ counts, typed }) =>
    counts.map(({ size, stock }) => differenceOf(typed[countedKey(size)] ?? '', stock)),
  )
  const typedCount = differences.filter((one) => one !== null).length

  useUnsavedWarning(() => typedCount > 0)

  function change(id: string, changes: (product: ProductInCount) => Partial<ProductInCount>) {
    show(now.current.products.map((one) => (one.id === id ? { ...one, ...changes(one) } : one)))
  }

  function show(next: ProductInCount[]) {
    now.current.products = next
    setProducts(next)
  }

  /** One more unit of the size with this code; its product is fetched where it is not listed. */
  async function countScanned(code: string) {
    const isMeant = (product: ProductToCount) => sizeWithCode(product, code) !== null
    let product = now.current.products.find(isMeant)
    if (product === undefined) {
      const address = `/admin/stock-count?${new URLSearchParams({ q: code })}`
      const page = await fetchPageProps<ReadToCount>(address, new AbortController().signal)
      if (page.kind !== 'done') return setScanned(`${code}: the shop did not respond. Scan it again.`)
      const found = page.props.products.find(isMeant)
      if (found === undefined) return setScanned(`No product has the code ${code}.`)
      product = uncounted(found, page.props.ledger)
      show([product, ...now.current.products])
    }
    const { id, name, counts } = product
    const size = sizeWithCode(product, code)
    const counted = counts.find((one) => one.size === size) ?? counts.find((one) => one.size === null)
    if (counted === undefined) return setScanned(`${name}: stock is not tracked.`)
    const key = countedKey(counted.size)
    setScanned(`${name}, ${size}`)
    change(id, ({ typed }) => ({
      typed: { ...typed, [key]: String(Number(typed[key] ?? 0) + 1) },
      message: '',
    }))
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
    for (const product of now.current.products) if (!(await applyOne(product))) failed += 1
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
    scanned,
    scan: (code: string) => {
      now.current.turn = now.current.turn.then(() => countScanned(code))
    },
    apply,
  }
}

/** What is read of the props of the page. */
interface ReadToCount {
  products: ProductToCount[]
  ledger: number
}

function uncounted(product: ProductToCount, ledger: number): ProductInCount {
  return { ...product, ledger, typed: {}, message: '', isFailed: false }
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
