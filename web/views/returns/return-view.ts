import type { RefundOffer } from '#domain/refunds/refund-price.ts'
import type { ReturnFileKind } from '#domain/returns/return-file.ts'
import type { ReturnReason, ReturnState, ReturnWish, UnitCondition } from '#domain/returns/return.ts'

/** A return as staff see it. Times are in words, amounts in cents. */
export interface ReturnView {
  number: string
  order: string
  version: number
  state: ReturnState
  /** Whose it is; empty once their data was deleted. */
  name: string
  email: string
  items: string[]
  wish: ReturnWish
  /** What the customer wants instead, and until when it is held. */
  instead: string[]
  held: string | null
  /** Why staff decide about it, in words. */
  review: string[]
  method: string
  fee: number
  note: string
  answer: string
  label: string
  staffNote: string
  isWithdrawal: boolean
  askedAt: string
  /** Until when staff decide, or refund; null: nobody waits for them. */
  due: { at: string; isPast: boolean } | null
  decided: { at: string; by: string } | null
  received: { at: string; by: string } | null
  units: {
    number: number
    position: number
    name: string
    size: string
    reason: ReturnReason
    condition: UnitCondition | null
    exchange: { name: string; size: string } | null
  }[]
}

/** One return with what its units, and the shipping, cost. */
export interface WholeReturnView extends ReturnView {
  files: ReturnFileView[]
  offer: RefundOffer
  /** What an exchange costs more, in cents, or why it is not possible; null: none is wanted, or it is over. */
  exchange: { difference: number; problem: string } | null
}

/** A photo or a label of a return. */
export interface ReturnFileView {
  id: string
  kind: ReturnFileKind
  addedAt: string
  addedBy: string
}
