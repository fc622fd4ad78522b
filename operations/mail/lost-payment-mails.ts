import * as v from 'valibot'
import { formatCents } from '#domain/money.ts'
import type { Shop } from '#operations/shop.ts'
import type { PaymentIntent, PaymentSubject } from '#providers/payments/payment-gateway.ts'
import * as layout from '#words/en/mails/layout.ts'
import * as words from '#words/en/mails/lost-payments.ts'
import { sendMail } from './send-mail.ts'

const payloadSchema = v.object({ intentId: v.string() })

/**
 * Sends the mail of a `lost-payment-notice` task. The shop does not have the order, so the recipient is read from the
 * gateway.
 */
export async function sendLostPaymentNotice(shop: Shop, payload: unknown): Promise<void> {
  const found = await findLost(shop, payload)
  if (found === null) return
  const { id, amount, about } = found
  const subject = words.notice.subject(about.orderNumber)
  await sendMail(shop, {
    kind: 'lost-payment-notice',
    id: `lost-payment-notice-${id}`,
    to: { name: about.email, address: about.email },
    subject,
    body: {
      heading: words.notice.heading,
      paragraphs: [words.notice.why(formatCents(amount)), words.notice.next],
      facts: [[words.order, about.orderNumber]],
      link: { label: words.notice.shop, address: `${shop.settings.publicUrl}/shop` },
    },
  })
}

/** Sends the mail of a `lost-payment-alert` task. */
export async function sendLostPaymentAlert(shop: Shop, payload: unknown): Promise<void> {
  const found = await findLost(shop, payload)
  if (found === null) return
  const { id, amount, about } = found
  const subject = words.alert.subject(about.orderNumber)
  await sendMail(shop, {
    kind: 'lost-payment-alert',
    id: `lost-payment-alert-${id}`,
    to: { name: layout.shop, address: shop.settings.ownerEmail },
    subject,
    body: {
      heading: subject,
      paragraphs: [words.alert.why],
      facts: [
        [words.order, about.orderNumber],
        [words.alert.email, about.email],
        [words.alert.amount, formatCents(amount)],
        [words.alert.payment, id],
      ],
    },
  })
}

async function findLost(
  { gateway }: Shop,
  payload: unknown,
): Promise<(PaymentIntent & { about: PaymentSubject }) | null> {
  const { intentId } = v.parse(payloadSchema, payload)
  const intent = await gateway.findIntent(intentId)
  return intent === null || intent.about === null ? null : { ...intent, about: intent.about }
}
