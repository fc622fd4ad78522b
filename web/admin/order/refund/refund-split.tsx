import { formatCad } from '#domain/money.ts'
import type { RefundChoice } from '#domain/refunds/refund-price.ts'
import { splitRefund, splitRows, type RefundBooks } from '#domain/refunds/refund-split.ts'
import SplitRows from './split-rows.tsx'

interface RefundSplitProps {
  books: RefundBooks | null
  /** Null for another sum. */
  choice: RefundChoice | null
  amount: number
}

/** How the refund that is being prepared will divide in the books. */
export default function RefundSplit({ books, choice, amount }: RefundSplitProps) {
  if (books === null || amount === 0) return null
  const rows = splitRows(splitRefund(books, choice, amount), formatCad)
  return <SplitRows rows={rows} label="How the refund divides" />
}
