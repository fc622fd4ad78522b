import * as v from 'valibot'
import { errorsByField } from '#domain/form-errors.ts'
import { looksLikeEmail, MAX_EMAIL_LENGTH } from '#domain/email.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import { addDays, type ShopDay } from '#domain/shop-day.ts'
import * as words from '#words/en/gift-card.ts'

/**
 * For whom a gift card is, and what the giver says. All empty: it is for the customer. `sendOn`: the day on which it is
 * sent, in the shop's time zone; empty, or over: once it is paid.
 */
export interface GiftDetails {
  name: string
  email: string
  message: string
  sendOn: ShopDay | ''
}

/** In characters. */
export const GIFT_LIMITS = { name: 100, email: MAX_EMAIL_LENGTH, message: 500 }

/** How long before it is sent a gift card can be bought, in days. */
export const MAX_DAYS_AHEAD = 365

/** The fields of a gift card for somebody else. */
export type GiftField = keyof GiftDetails

const FIELDS = ['name', 'email', 'message', 'sendOn'] as const satisfies readonly GiftField[]
const CONTROL = /[\p{Cc}\p{Cs}]/gu
const CONTROL_BUT_LINES = /[^\P{Cc}\n]|\p{Cs}/gu

const text = (most: number, problem: string, unprintable = CONTROL) =>
  v.pipe(
    v.optional(v.string(problem), ''),
    v.transform((typed) =>
      withoutInvisible(typed.replaceAll('\r\n', '\n').replaceAll(unprintable, ' ')).trim(),
    ),
    v.maxLength(most, problem),
  )

const address = text(GIFT_LIMITS.email, words.wrongEmail)

/** The gift of a request. */
export const giftSchema = v.object({
  name: text(GIFT_LIMITS.name, words.longName(GIFT_LIMITS.name)),
  email: v.pipe(
    address,
    v.check((email) => email === '' || looksLikeEmail(email), words.wrongEmail),
  ),
  message: text(GIFT_LIMITS.message, words.longMessage(GIFT_LIMITS.message), CONTROL_BUT_LINES),
  sendOn: v.pipe(
    v.optional(v.string(words.wrongDay), ''),
    v.regex(/^(?:\d{4}-\d{2}-\d{2})?$/, words.wrongDay),
  ),
})

/** Checks what a giver typed. `today`: in the shop's time zone. */
export function checkGiftDetails(
  values: Record<GiftField, string>,
  today: ShopDay,
): { gift: GiftDetails } | { errors: Partial<Record<GiftField, string>> } {
  const { success, output, issues } = v.safeParse(giftSchema, values)
  const { name, email, sendOn = '' } = values
  const isLate = sendOn !== '' && sendOn > addDays(today, MAX_DAYS_AHEAD)
  const errors = {
    ...(name.trim() === '' && { name: words.enterName }),
    ...(email.trim() === '' && { email: words.enterEmail }),
    ...(sendOn !== '' && sendOn < today && { sendOn: words.pastDay }),
    ...(isLate && { sendOn: words.lateDay }),
    ...(!success && errorsByField(issues, FIELDS)),
  }
  return success && Object.keys(errors).length === 0 ? { gift: output } : { errors }
}
