import { addressInLanguage } from '#operations/address-in-language.ts'
import { amountIn } from '#domain/currency.ts'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { lockGiftCards } from '#db/gift-cards/gift-card-ledger.ts'
import { transact } from '#db/engine/transact.ts'
import { spacedGiftCode } from '#domain/gift-cards/gift-code.ts'
import { greetingName } from '#domain/greeting-name.ts'
import { toGiftCardId, type GiftCardId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { ownLanguage, wordsIn, type Words } from '#words/languages.ts'
import { shopDay } from '#domain/shop-day.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { enqueueGiftCardMail } from './sell-gift-cards.ts'
import { giveCode } from './issue-gift-card.ts'

const taskSchema = v.object({
  giftCardId: v.pipe(v.string(), v.transform(toGiftCardId)),
  id: v.string(),
})

/**
 * Sends a gift card to its recipient, once. The code is made now and is only in this mail: no mail that waits holds
 * one. When the mail was not accepted, the next attempt has another code, and this one never worked for anybody.
 */
export async function sendGiftCard(shop: Shop, payload: unknown): Promise<void> {
  const { giftCardId, id } = v.parse(taskSchema, payload)
  const card = await transact(shop.database, async (tx) => {
    const locked = (await lockGiftCards(tx, [giftCardId])).get(giftCardId)
    const row = await tx
      .selectFrom('gift_cards')
      .leftJoin('orders', 'orders.id', 'gift_cards.order_id')
      .select(['recipient_name as name', 'recipient_email as email', 'sender_name as sender', 'message'])
      .select(['sent_at as sentAt', 'language'])
      .where('gift_cards.id', '=', giftCardId)
      .executeTakeFirst()
    // Sent, disabled, spent or void, or its recipient was deleted in the meantime.
    if (!locked || !row || row.sentAt !== null || row.email === '') return null
    if (locked.state !== 'active' || locked.balance === 0) return null
    return { ...row, balance: locked.balance, code: await giveCode(shop, tx, giftCardId) }
  })
  if (card === null) return
  const language = card.language ?? ownLanguage(shop)
  const words = wordsIn(shop, language)
  const { name: shopName } = await currentSetting(shop, SHOP_IDENTITY)
  const { subject, body } = giftCardMail(shop, card, {
    language,
    words: words['mails/gift-card'],
    shopName,
  })
  const { isTest } = shop.gateway
  const orderWords = words['mails/orders']
  await sendMail(shop, {
    id,
    kind: 'gift-card',
    to: { name: card.name, address: card.email },
    subject: isTest ? orderWords.testSubject(subject) : subject,
    body,
    words,
  })
  await shop.database.db
    .updateTable('gift_cards')
    .set({ sent_at: shop.now() })
    .where('id', '=', giftCardId)
    .execute()
}

/** Why a card is not sent again. `no-recipient`: it has no email address to be sent to. */
export type SendAgainOutcome = 'sent' | 'unknown-gift-card' | 'not-usable' | 'no-recipient'

/**
 * Sends a card to its recipient once more, or to another address. It gets a new code with the mail, so that whoever has
 * the earlier one cannot spend it.
 */
export function sendAgain(shop: Shop, id: GiftCardId, email: string): Promise<SendAgainOutcome> {
  return transact(shop.database, async (tx) => {
    const card = (await lockGiftCards(tx, [id])).get(id)
    if (card?.kind !== 'gift-card') return 'unknown-gift-card'
    if (card.state !== 'active' || card.balance === 0) return 'not-usable'
    const before = await tx
      .selectFrom('gift_cards')
      .select(['recipient_email as email', 'order_id as orderId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const to = email || before.email
    if (to === '') return 'no-recipient'
    const now = shop.now()
    await tx
      .updateTable('gift_cards')
      .set({ recipient_email: to, send_on: shopDay(now, shop.settings.timeZone), sent_at: null })
      .where('id', '=', id)
      .execute()
    await enqueueGiftCardMail(tx, { id, orderId: before.orderId }, now, `-${randomUUID()}`)
    await recordAudit(tx, shop, {
      action: 'gift-card-sent-again',
      subject: { id, ...(card.lastFour !== '' && { name: `•••• ${card.lastFour}` }) },
    })
    return 'sent'
  })
}

interface MailedCard {
  name: string
  sender: string
  message: string
  balance: Cents
  code: string
}

function giftCardMail(
  shop: Shop,
  { name, sender, message, balance, code }: MailedCard,
  { language, words, shopName }: { language: string; words: Words['mails/gift-card']; shopName: string },
): { subject: string; body: MailBody } {
  const amount = amountIn(words.LANGUAGE, balance)
  const greeted = greetingName(name)
  return {
    subject: sender === '' ? words.subject(shopName) : words.subjectFrom(sender, shopName),
    body: {
      heading: words.heading(amount),
      paragraphs: [
        greeted === null ? words.greetingWithoutName : words.greeting(greeted),
        sender === '' ? words.yours(amount, shopName) : words.from(sender, amount, shopName),
        ...message.split(/\n+/).filter(Boolean),
        words.howTo,
      ],
      facts: [
        [words.code, spacedGiftCode(code)],
        [words.worth, amount],
      ],
      link: { label: words.balance, address: addressInLanguage(shop, language, '/gift-card') },
    },
  }
}
