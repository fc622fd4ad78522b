import type { Generated } from 'kysely'
import type { Size } from '#domain/catalog/size.ts'
import type { OrderId, ProductId, ReturnFileId, ReturnId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { ReturnFileKind } from '#domain/returns/return-file.ts'
import type { ReturnState, ReturnWish, ReturnReason, UnitCondition } from '#domain/returns/return.ts'
import type { PersonalText } from './personal-text.ts'

export interface ReturnTables {
  returns: ReturnsTable
  return_units: ReturnUnitsTable
  return_files: ReturnFilesTable
}

/** What a customer sends back of an order: domain/returns/return.ts. Only db/returns/returns.ts writes it. */
interface ReturnsTable {
  id: ReturnId
  order_id: OrderId
  /** Counts the returns of an order from 1. */
  number: number
  version: Generated<number>
  state: ReturnState
  wish: ReturnWish
  /** Why staff decide about it, as JSON; an empty list: the rules allowed it. */
  review: string
  /** How it is sent, as the owner calls that, and what is kept of the refund for it. */
  method: string
  fee_cents: Cents
  /** What the customer wrote. */
  note: PersonalText
  /** What staff wrote to the customer. */
  answer: Generated<PersonalText>
  /** Code or address of the label that staff gave the customer. */
  label: Generated<PersonalText>
  /** What staff noted for themselves. */
  staff_note: Generated<PersonalText>
  /** 1: the customer withdrew from the contract. */
  is_withdrawal: Generated<0 | 1>
  created_at: number
  /** Until when staff decide, or refund what was withdrawn; null: nobody waits for them. */
  due_at: number | null
  decided_at: number | null
  /** `shopper`: the rules allowed it; otherwise the email address of a staff member. */
  decided_by: string | null
  received_at: number | null
  received_by: string | null
  /** When it was refunded, exchanged, declined or cancelled. */
  closed_at: number | null
  /** Until when what the customer wants instead is held in stock; null: nothing is held. */
  held_until: number | null
}

/** Its units, each on its own: any units of the line that were sent. */
interface ReturnUnitsTable {
  return_id: ReturnId
  number: number
  line_position: number
  reason: ReturnReason
  /** What staff found; null: it has not come in. */
  condition: UnitCondition | null
  /** What it is: the line may have another piece by now. Empty in rows of earlier versions. */
  product_id: Generated<ProductId>
  name: Generated<string>
  size: Generated<Size>
  /** What the customer wants instead; null: money or store credit. */
  exchange_product_id: ProductId | null
  exchange_name: string | null
  exchange_size: Size | null
  /** What that cost when the customer asked. */
  exchange_price_cents: Cents | null
}

/** Photos and labels of returns, deleted with the customer's data: db/returns/return-files.ts alone touches it. */
interface ReturnFilesTable {
  id: ReturnFileId
  order_id: OrderId
  /** Photos come before the return that they belong to is asked for. */
  return_id: ReturnId
  kind: ReturnFileKind
  /** In base64: a WebP that the shop has written, or the PDF of a label. */
  content: string
  added_at: number
  /** `shopper`, or the email address of a staff member. */
  added_by: string
}
