import { amountIn } from '#domain/currency.ts'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { findListedGiftCard } from '#db/gift-cards/gift-card-list.ts'
import type { CreditHolder } from '#db/gift-cards/store-credit.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { greetingName } from '#domain/greeting-name.ts'
import { toGiftCardId, type GiftCardId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { ownLanguage, wordsIn, type Words } from '#words/languages.ts'
import { creditLinkAddress, findCreditLinkState } from './use-store-credit.ts'

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
  await mail(shop, credit, { id, kind: 'store-credit', language: ownLanguage(shop) }, (words, shopName) => ({
    subject: words.subject(shopName),
    heading: words.heading(amountIn(words.LANGUAGE, credit.balance)),
    paragraphs: [words.given(amountIn(words.LANGUAGE, amount), shopName), words.howTo],
    facts: [[words.left, amountIn(words.LANGUAGE, credit.balance)]],
    link: { label: words.shop, address: `${shop.settings.publicUrl}/shop` },
  }))
}

const linkTaskSchema = v.object({ linkId: v.string(), language: v.string() })

/** Mails the link with which a checkout uses store credit, while it can be used and something is left. */
export async function sendCreditLink(shop: Shop, payload: unknown): Promise<void> {
  const { linkId, language } = v.parse(linkTaskSchema, payload)
  const address = creditLinkAddress(shop, linkId, language)
  const found = await findCreditLinkState(shop, new URL(address).searchParams.get('token') ?? '')
  if (found.kind !== 'waiting' || found.credit.balance === 0) return
  const credit = await findListedGiftCard(shop.database.db, found.credit.id)
  if (credit === null || credit.email === '') return
  const id = `store-credit-link-${linkId}`
  await mail(shop, credit, { id, kind: 'store-credit-link', language }, (words, shopName) => ({
    subject: words.linkSubject(shopName),
    heading: words.linkHeading,
    paragraphs: [words.linkNext(amountIn(words.LANGUAGE, credit.balance)), words.linkTerms, words.linkNotYou],
    facts: [],
    link: { label: words.useIt, address },
  }))
}

/** A mail to the holder of store credit. */
async function mail(
  shop: Shop,
  { name, email }: CreditHolder,
  { id, kind, language }: { id: string; kind: 'store-credit' | 'store-credit-link'; language: string },
  write: (words: Words['mails/store-credit'], shopName: string) => MailBody & { subject: string },
): Promise<void> {
  const all = wordsIn(shop, language)
  const words = all['mails/store-credit']
  const { name: shopName } = await currentSetting(shop, SHOP_IDENTITY)
  const { subject, paragraphs, ...body } = write(words, shopName)
  const greeted = greetingName(name)
  const greeting = greeted === null ? words.greetingWithoutName : words.greeting(greeted)
  await sendMail(shop, {
    id,
    kind,
    to: { name, address: email },
    subject: shop.gateway.isTest ? all['mails/orders'].testSubject(subject) : subject,
    body: { ...body, paragraphs: [greeting, ...paragraphs] },
    words: all,
  })
}
