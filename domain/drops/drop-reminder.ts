import type { Drop } from './drop.ts'

/** An address that wants to be told of a drop. `confirmedAt`: null until it says so by the link in its email. */
export interface DropReminder {
  dropId: string
  email: string
  confirmedAt: number | null
}

/** How long before the sale who asked is told. */
const TOLD_BEFORE_MS = 15 * 60_000
/** A shop that was down tells late, but not after a day. */
const TOLD_LATE_MS = 24 * 3_600_000

/** Whether who asked is to be told of a drop now. */
export function isToBeTold({ isDraft, soldFrom }: Drop, now: number): boolean {
  return !isDraft && now >= soldFrom - TOLD_BEFORE_MS && now < soldFrom + TOLD_LATE_MS
}

const MAX_MAILS = 3
const MAIL_EVERY_MS = 3_600_000

/** Whether to mail a link to an address that was submitted again: a stranger must not be able to send it many. */
export function isConfirmationOwed(
  { mails, mailedAt, confirmedAt }: { mails: number; mailedAt: number; confirmedAt: number | null },
  now: number,
): boolean {
  return confirmedAt === null && mails < MAX_MAILS && now >= mailedAt + MAIL_EVERY_MS
}
