import { sql, type Kysely } from 'kysely'

/** What the reasons that nobody wrote are called in `cause`; where the text was erased, what the source tells. */
const CAUSES = [
  ['Order cancelled', 'cancelled', 'cancellation'],
  ['Paid after the order was cancelled', 'late-cancelled'],
  ['Paid after the order was refunded', 'late-refunded'],
  ['Paid by a link that was settled already', 'late-link'],
  ['More than one person may have of a drop', 'late-limit'],
  ['Paid too late', 'late', 'late-payment'],
  ['Refunded by hand', 'by-hand'],
  ['Refunded by hand while the payment was disputed', 'disputed'],
  ['Refunded at the payment provider', 'gateway', 'gateway'],
  ['Came back', 'came-back'],
  ['Dispute won after all', 'dispute-won'],
  ['The gateway returned this money itself', 'known'],
  ['Items changed', 'items'],
  ['Address changed', 'address'],
] as const

/** A refund without words of staff has its cause, not a sentence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('refunds').addColumn('cause', 'text').execute()
  for (const [words, cause, source = ''] of CAUSES)
    await sql`update refunds set cause = ${cause}, reason = ''
      where reason = ${words} or (reason = '' and cause is null and corrects is null and source = ${source})`.execute(
      db,
    )
  await sql`update refunds set cause = 'dispute', reason = substr(reason, ${'Dispute lost: '.length + 1})
    where source = 'dispute' and corrects is null`.execute(db)
}
