import { amountIn } from '#domain/currency.ts'
import { isDelivered } from '#domain/orders/order.ts'
import { cents, type Cents } from '#domain/money.ts'
import { splitRows } from '#domain/refunds/refund-split.ts'
import type { Refund } from '#domain/refunds/refund.ts'
import type { OrderMailKind } from '#domain/outbox/task-kinds.ts'
import { ALERTS, type MailContext, type MailTemplate } from './alert-mails.ts'
import { afterSending, deliveryFacts, deliveryParagraphs } from './delivery-words.ts'
import { linkMails } from './link-mails.ts'
import { mailLines } from './mail-lines.ts'
import { parcelWords, type MailedParcel } from './parcel-words.ts'
import { pickedUpWords } from './pickup-words.ts'
import {
  countItems,
  returnNumber,
  type MailedReturnState,
  type ReturnedItem,
  type ReturnUnit,
} from '#domain/returns/return.ts'
import { giftFacts, notificationFacts, paidFacts } from '#operations/order-facts.ts'
import * as alertWords from '#words/en/mails/alerts.ts'
import type { Words } from '#words/languages.ts'

/** What the emails about an order say in a language, one entry for each kind. Those to owners are in English. */
export function orderMails(all: Words): Record<OrderMailKind, MailTemplate> {
  const words = all['mails/orders']
  const money = (amount: number) => amountIn(words.LANGUAGE, amount)
  /** A payment that is refunded as soon as it has come. */
  const refundedAtOnce = (
    of: Pick<(typeof words)['tooLate'], 'subject' | 'heading'>,
    why: (number: string) => string,
  ): MailTemplate => ({
    to: 'shopper',
    subject: ({ number }) => of.subject(number),
    body: (order) => ({
      heading: of.heading,
      paragraphs: [why(order.number), words.tooLate.returning(money(order.total)), words.tooLate.sorry],
      lines: mailLines(order, words),
      facts: [],
    }),
  })
  return {
    'order-notification': {
      to: 'owner',
      subject: ({ number, customer }) => alertWords.newOrder.subject(number, customer.name),
      body: (order) => ({
        heading: alertWords.newOrder.heading(order.number),
        paragraphs: [],
        facts: notificationFacts(order),
      }),
    },
    'order-confirmation': {
      to: 'shopper',
      subject: ({ number }) => words.confirmed.subject(number),
      body: (order, _refund, { pickupPlace, withdrawAt }) => ({
        heading: words.confirmed.heading,
        paragraphs: [
          ...(isDelivered(order.delivery)
            ? [
                words.confirmed.received(order.number),
                ...(order.lines.some(({ isAwaited }) => isAwaited)
                  ? [all.preorder.together]
                  : deliveryParagraphs(order, all)),
              ]
            : [words.confirmed[order.delivery === 'none' ? 'ofGifts' : 'receipt'](order.number)]),
          ...(withdrawAt === null ? [] : [all['mails/withdrawal'].right(withdrawAt)]),
        ],
        lines: mailLines(order, words),
        sums: paidFacts(order, all.totals),
        facts: [
          ...(!isDelivered(order.delivery) ? [] : deliveryFacts(order, pickupPlace, words)),
          ...giftFacts(order, all),
          ...(order.note === '' ? [] : [[words.yourNote, order.note] satisfies [string, string]]),
        ],
      }),
    },
    'order-fulfilled': {
      to: 'shopper',
      subject: (order, _refund, { parcel }) => parcelWords(order, parcel, words).subject,
      body: (order, _refund, { parcel, pickupPlace }) => {
        const { heading, sent, after } = parcelWords(order, parcel, words)
        return {
          heading,
          paragraphs: [
            sent(order.number, parcel?.shipment.carrier ?? ''),
            ...after,
            ...afterSending(order, all),
          ],
          lines: mailLines(order, words, parcel?.shipment.units),
          facts: [...trackingFacts(parcel, words), ...deliveryFacts(order, pickupPlace, words)],
        }
      },
    },
    'tracking-changed': {
      to: 'shopper',
      subject: ({ number }) => words.tracking.subject(number),
      body: (order, _refund, { parcel, pickupPlace }) => ({
        heading: words.tracking.heading,
        paragraphs: [
          isOneOfSeveral(parcel)
            ? words.tracking.changedOfParcel(order.number)
            : words.tracking.changed(order.number),
        ],
        ...(isOneOfSeveral(parcel) && { lines: mailLines(order, words, parcel?.shipment.units) }),
        facts: [...trackingFacts(parcel, words), ...deliveryFacts(order, pickupPlace, words)],
      }),
    },
    'order-picked-up': {
      to: 'shopper',
      subject: (order, _refund, { pickup }) => pickedUpWords(order, pickup, words).subject,
      body: (order, _refund, { pickup }) => {
        const { heading, paragraphs } = pickedUpWords(order, pickup, words)
        return {
          heading,
          paragraphs: [...paragraphs, words.pickedUp.wrong],
          lines: mailLines(order, words, pickup?.pickup.units),
          facts: [],
        }
      },
    },
    'preorder-later': {
      to: 'shopper',
      subject: ({ number }) => all.preorder.later.subject(number),
      body: (order, _refund, { shipsOn }) => ({
        heading: all.preorder.later.heading,
        paragraphs: [all.preorder.later.until(shipsOn), all.preorder.later.choice],
        lines: mailLines(
          order,
          words,
          order.lines.flatMap(({ quantity, isAwaited }, position) =>
            isAwaited ? { position, quantity } : [],
          ),
        ),
        facts: [],
      }),
    },
    'items-changed': {
      to: 'shopper',
      subject: ({ number }) => words.itemsChanged.subject(number),
      body: (order, _refund, { change, pickupPlace }) => ({
        heading: words.itemsChanged.heading,
        paragraphs: [
          change === null
            ? (order.delivery === 'pickup' ? words.itemsChanged.changedPickup : words.itemsChanged.changed)(
                order.number,
              )
            : change.after === null
              ? words.itemsChanged.moved(order.number)
              : words.itemsChanged.replaced(order.number, change.after, change.before),
          ...(change !== null && change.refunded > 0
            ? [words.itemsChanged.returning(money(change.refunded))]
            : []),
        ],
        lines: mailLines(order, words),
        sums: paidFacts(order, all.totals),
        facts: deliveryFacts(order, pickupPlace, words),
      }),
    },
    'order-cancelled': {
      to: 'shopper',
      subject: ({ number }) => words.cancelled.subject(number),
      body: (order, _refund, { returning: { byCard, byHand } }) => ({
        heading: words.cancelled.heading,
        paragraphs: [
          (order.delivery === 'pickup' ? words.cancelled.nothingToCollect : words.cancelled.nothingSent)(
            order.number,
          ),
          ...(byCard > 0 ? [words.cancelled.returning(money(byCard))] : []),
          ...(byHand === 0
            ? []
            : byCard > 0
              ? [words.cancelled.returningTheRest(money(byHand), money(cents(byCard + byHand)))]
              : [words.cancelled.returningByHand(money(byHand))]),
        ],
        lines: mailLines(order, words),
        sums: paidFacts(order, all.totals),
        facts: [],
      }),
    },
    'order-refunded': {
      to: 'shopper',
      subject: ({ number }) => words.refunded.subject(number),
      body: (order, refund, { split, fee }) => {
        const parts = splitRows(split, money, all.totals)
        const returned = money(refund?.amount ?? order.total)
        const paid = money(order.total)
        const isPart = isPartOf(order.total, refund)
        return {
          heading: isPart ? words.refunded.headingOfPart : words.refunded.heading,
          paragraphs: [
            isPart
              ? words.refunded.returnedPart(returned, paid, order.number)
              : words.refunded.returned(paid, order.number),
            ...(refund?.source === 'by-hand'
              ? []
              : [
                  refund?.source === 'gift-card'
                    ? words.refunded.toGiftCard
                    : refund?.source === 'store-credit'
                      ? words.refunded.asCredit
                      : words.refunded.bankDays,
                ]),
          ],
          sums: [
            [words.refunded.youPaid, paid],
            ...(parts.length > 1 ? parts : []),
            [isPart ? words.refunded.returnedNow : words.refunded.returnedInAll, returned],
          ],
          facts: fee > 0 ? [[words.refunded.fee, money(fee)]] : [],
        }
      },
    },
    'return-changed': {
      to: 'shopper',
      subject: ({ number }, _refund, { ofReturn }) =>
        all['mails/returns'].steps[stepOf(ofReturn!)].subject(returnNumber(number, ofReturn!.found)),
      body: (_order, _refund, { ofReturn }) => {
        const { found, state, instructions, heldUntil, labelAt } = ofReturn!
        const { steps, items, label, answer, instructions: how, ...own } = all['mails/returns']
        const of = (units: readonly ReturnedItem[]) =>
          countItems(units)
            .map(({ quantity, name, size }) => words.units(quantity, name, size))
            .join('; ')
        const [missing, came] = [true, false].map((isMissing) =>
          found.units.filter(({ condition }) => (condition === 'missing') === isMissing),
        ) as [ReturnUnit[], ReturnUnit[]]
        const step = stepOf(ofReturn!)
        const isGone = found.wish === 'exchange' && step === 'declined'
        const facts: [string, string][] = [
          [items, of(came.map(({ item }) => item))],
          [own.missing, of(missing.map(({ item }) => item))],
          [own.instead, of(came.flatMap(({ exchange }) => exchange ?? []))],
          [own.heldUntil, heldUntil],
          [answer, found.answer],
          ...(state === 'accepted'
            ? ([
                [label, found.label],
                [own.labelFile, labelAt],
                [how, instructions],
              ] as [string, string][])
            : []),
        ]
        return {
          heading: steps[step].heading,
          paragraphs: [steps[step].text, ...(isGone ? [own.letGo] : [])],
          facts: facts.filter(([, value]) => value !== ''),
        }
      },
    },
    'refund-notice': refundedAtOnce(words.tooLate, words.tooLate.soldOut),
    'over-limit-notice': refundedAtOnce(words.overLimit, words.overLimit.card),
    ...linkMails(all),
    ...ALERTS,
  }
}

/** What a mail about a return tells of. */
function stepOf({ found, state }: NonNullable<MailContext['ofReturn']>): MailedReturnState | 'lapsed' {
  const isLapsed = found.wish === 'exchange' && state === 'accepted' && found.heldUntil === null
  return isLapsed ? 'lapsed' : state
}

function isPartOf(total: Cents, refund: Pick<Refund, 'amount'> | null): boolean {
  return refund !== null && refund.amount < total
}

function isOneOfSeveral(parcel: MailedParcel | null): boolean {
  return parcel !== null && (parcel.rest.length > 0 || !parcel.isFirst)
}

/** The tracking details of the parcel. */
function trackingFacts(parcel: MailedParcel | null, words: Words['mails/orders']): [string, string][] {
  const { carrier = '', trackingNumber = '', trackingLink = '' } = parcel?.shipment ?? {}
  const facts: [string, string][] = [
    [words.tracking.carrier, carrier],
    [words.tracking.number, trackingNumber],
    [words.tracking.link, trackingLink],
  ]
  return facts.filter(([, value]) => value !== '')
}
