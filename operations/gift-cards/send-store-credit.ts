import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { findListedGiftCard } from '#db/gift-cards/gift-card-list.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { greetingName } from '#domain/greeting-name.ts'
import { toGiftCardId, type GiftCardId } from '#domain/ids.ts'
import { cents, formatCad, type Cents } from '#domain/money.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { ownLanguage, wordsIn } from '#words/languages.ts'

const taskSchema = v.object({
  giftCardId: v.pipe(v.string(), v.transform(toGiftCardId)),
  amount: v.pipe(v.number(), v.transform(cents)),
  id: v.string(),
})

/** The mail to a customer that they got so much store credit. */
export async function enqueueCreditMail(
  tx: Parameters<typeof enqueue>[0],
  credit: { giftCardId: GiftCardId; amount: Cents },
  now: number,
): Promise<void> {
  const name = `${credit.giftCardId}-${randomUUID()}`
  const payload = { ...credit, id: `store-credit-${name}` }
  await enqueue(tx, [{ kind: 'store-credit', payload, dedupeKey: `store-credit:${name}` }], now)
}

/** Tells a customer that they got store credit, and what they have now, unless their data was deleted since. */
export async function sendStoreCredit(shop: Shop, payload: unknown): Promise<void> {
  const { giftCardId, amount, id } = v.parse(taskSchema, payload)
  const credit = await findListedGiftCard(shop.database.db, giftCardId)
  if (credit === null || credit.email === '') return
  const language = wordsIn(shop, ownLanguage(shop))
  const words = language['mails/store-credit']
  const { name: shopName } = await currentSetting(shop, SHOP_IDENTITY)
  const subject = words.subject(shopName)
  const greeted = greetingName(credit.name)
  await sendMail(shop, {
    id,
    kind: 'store-credit',
    to: { name: credit.name, address: credit.email },
    subject: shop.gateway.isTest ? language['mails/orders'].testSubject(subject) : subject,
    body: {
      heading: words.heading(formatCad(credit.balance)),
      paragraphs: [
        greeted === null ? words.greetingWithoutName : words.greeting(greeted),
        words.given(formatCad(amount), shopName),
        words.howTo,
      ],
      facts: [[words.left, formatCad(credit.balance)]],
      link: { label: words.shop, address: `${shop.settings.publicUrl}/shop` },
    },
    words: language,
  })
}
