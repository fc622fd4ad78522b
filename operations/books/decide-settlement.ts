import { markBooks } from '#db/orders/mark-books.ts'
import { transact } from '#db/engine/transact.ts'
import type { AccountKind } from '#domain/books/accounts.ts'
import type { SettlementDecision } from '#domain/books/settlements.ts'
import { ACCOUNTS_SETTING } from '#domain/settings/accounts.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * The accounts that an unmatched transaction may be booked to: not those that the shop itself clears by matching, nor
 * the one that it stands in already.
 */
export function mayBeBookedTo(account: AccountKind): boolean {
  return ![
    'gatewayBalance',
    'gatewayDue',
    'gatewayOther',
    'cardsBetween',
    'giftCards',
    'storeCredit',
  ].includes(account)
}

/**
 * What became of a decision. `not-found`: there is no such transaction. `matched`: it is of an order by now.
 * `not-entered`: its currency is not that of the books, so there is nothing to book.
 */
export type DecisionOutcome = { kind: 'done' | 'not-found' | 'matched' | 'not-entered' }

/**
 * Decides what an unmatched transaction at the payment provider is, or takes that back (null). The books enter the
 * difference, in an open month.
 */
export async function decideSettlement(
  shop: Shop,
  id: string,
  decision: SettlementDecision | null,
): Promise<DecisionOutcome> {
  const chart = await currentSetting(shop, ACCOUNTS_SETTING)
  const words = (made: SettlementDecision | null) =>
    made === null ? null : made.account === null ? 'Not of this shop' : chart[made.account]
  return transact(shop.database, async (tx): Promise<DecisionOutcome> => {
    const row = await tx
      .selectFrom('gateway_transactions')
      .select('unmatched')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return { kind: 'not-found' }
    if (row.unmatched === null) return { kind: 'matched' }
    if (row.unmatched === 'currency' && decision?.account) return { kind: 'not-entered' }
    const known = await tx
      .selectFrom('gateway_decisions')
      .select('account')
      .where('transaction_id', '=', id)
      .executeTakeFirst()
    const before = words(known ?? null)
    const after = words(decision)
    if (before === after) return { kind: 'done' }
    await tx.deleteFrom('gateway_decisions').where('transaction_id', '=', id).execute()
    if (decision !== null)
      await tx
        .insertInto('gateway_decisions')
        .values({ transaction_id: id, account: decision.account, decided_at: shop.now() })
        .execute()
    await markBooks(tx, 'settlement', [id])
    await recordAudit(tx, shop, {
      action: 'settlement-decided',
      subject: { id, name: id },
      changes: [{ field: 'Account', before, after }],
    })
    return { kind: 'done' }
  })
}
