import type { Generated } from 'kysely'
import type { ProductId } from '#domain/ids.ts'

export interface AccountTables {
  sign_ins: SignInsTable
  customer_sessions: CustomerSessionsTable
  saved_pieces: SavedPiecesTable
}

/** Emails with which somebody proves that an address is theirs: db/accounts/sign-ins.ts. */
interface SignInsTable {
  id: string
  /** As `accountEmail` has it, like that of the other tables. */
  email: string
  /** A keyed digest of the id of the browser that asked. */
  visitor: string
  language: string
  /** How often its digits were entered. */
  tries: number
  created_at: number
  used_at: Generated<number | null>
}

/** Browsers that are signed in. */
interface CustomerSessionsTable {
  /** A keyed digest of what the cookie holds. */
  key_hash: string
  email: string
  ends_at: number
}

/** What a customer keeps for later. */
interface SavedPiecesTable {
  email: string
  product_id: ProductId
  saved_at: number
}
