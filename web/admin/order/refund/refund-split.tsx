import { formatCad } from '#domain/money.ts'
import type { RefundChoice } from '#domain/refunds/refund-price.ts'
import { splitRefund, splitRows, type RemainingParts } from '#domain/refunds/refund-split.ts'
import * as totalWords from '#words/en/totals.ts'
import SplitRows from './split-rows.tsx'

interface RefundSplitProps {
  remaining: RemainingParts | null
  /** Null for another sum. */
  choice: RefundChoice | null
  amount: number
}

/** How the refund that is being prepared will divide. */
export default function RefundSplit({ remaining, choice, amount }: RefundSplitProps) {
  if (remaining === null || amount === 0) return null
  const rows = splitRows(splitRefund(remaining, choice, amount), formatCad, totalWords.rows)
  return <SplitRows rows={rows} label="How the refund is divided" />
}
