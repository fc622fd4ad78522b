import { amountIn } from '#domain/currency.ts'
import { dateFormat } from '#domain/date-format.ts'
import { isPayable } from '#domain/checkout/payment-link.ts'
import { allUnits, openUnits } from '#domain/orders/fulfilment.ts'
import { isToBeSent, orderLinePrice, type Order } from '#domain/orders/order.ts'
import { returnNumber } from '#domain/returns/return.ts'
import { waitingUnits } from '#domain/orders/pickup.ts'
import { currentShipping } from '#operations/settings/current-shipping.ts'
import { paymentLinkPath } from '#operations/payment-link-path.ts'
import { keepOwnPreorder, readOwnPreorder, refundOwnPreorder } from '#operations/orders/own-preorder.ts'
import { addressLines, lineName, paidFacts, unitWords } from '#operations/order-facts.ts'
import { listOwnDocuments, type OwnDocument } from '#operations/orders/documents/own-documents.ts'
import { orderPath } from '#operations/order-link.ts'
import { readOrderWithKey } from '#operations/orders/read-order.ts'
import { readOwnReturns } from '#operations/returns/ask-for-return.ts'
import { mayWithdraw } from '#operations/settings/may-withdraw.ts'
import { orderAsSaid } from '#domain/orders/order-as-said.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import { pictureView } from '#web/views/catalog/picture-view.server.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import { deliveryWords, erasureWords, giftWords, orderWords, receivedBy } from './order-words.ts'
import { ownChangesProps, takeOwnChange } from './own-changes.server.ts'
import OwnOrderPage, { type OwnOrderPageProps } from './own-order-page.tsx'
import { wordsIn, type Words } from '#words/languages.ts'
import type { OwnReturnsProps } from './own-order-page.tsx'
import { formPage } from '#web/route.ts'

export const routes = [
  formPage('/order/:number', 'storefront/own-order/own-order-page', OwnOrderPage, loadOwnOrderPage, ['key']),
]

/** Its returns, where there is something to say or to ask for. */
async function returnsOf(
  shop: Shop,
  order: Order,
  query: URLSearchParams,
  { returns: words }: Words,
): Promise<OwnReturnsProps | null> {
  const { isOffered, returns } = await readOwnReturns(shop, order)
  if (order.erasure || (!isOffered && returns.length === 0)) return null
  return {
    href: `/order/${order.number}/return?${new URLSearchParams({ key: query.get('key') ?? '' })}`,
    isOffered,
    said: returns.map((one) =>
      words.item(words.returnOf(returnNumber(order.number, one)), words.states[one.state].heading),
    ),
  }
}

/** The links to its invoice and credit notes. */
async function documentLinks(
  shop: Shop,
  order: Order,
  words: Words,
): Promise<OwnOrderPageProps['order']['documents']> {
  const documents = (await listOwnDocuments(shop, [order])).get(order.id) ?? []
  return documents.map((one) => ({ href: documentPath(shop, order, one), label: documentLabel(one, words) }))
}

export function documentPath(shop: Shop, order: Order, { file }: OwnDocument): string {
  return orderPath(shop, order).replace('?', `/documents/${file}?`)
}

export function documentLabel({ credit }: OwnDocument, { documents }: Words): string {
  return credit === null ? documents.openInvoice : documents.openCreditNote(credit)
}

/** A wrong key and an unknown number give the same response. */
export async function loadOwnOrderPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const { params, query, posted } = request
  const read = () => readOrderWithKey(shop, params['number'] ?? '', query.get('key') ?? '')
  let found = await read()
  if (found === null) return problemPage(shop, request, 'not-found')
  const choice = posted?.form.get('preorder')
  const decided =
    choice === 'keep'
      ? await keepOwnPreorder(shop, found.order)
      : choice === 'refund'
        ? await refundOwnPreorder(shop, found.order)
        : null
  const made = await takeOwnChange(shop, found.order, posted?.form, wordsIn(shop, found.order.language))
  if (decided !== null || made.changed) found = (await read()) ?? found
  const { pictures, refunds, progress, link } = found
  const order = orderAsSaid(found.order)
  const { timeZone } = shop.settings
  const all = wordsIn(shop, order.language)
  const words = all['own-order']
  const mailWords = all['mails/orders']
  const day = dateFormat(all.language.LANGUAGE, { dateStyle: 'long', timeZone })
  const calendarDay = dateFormat(all.language.LANGUAGE, { dateStyle: 'long', timeZone: 'UTC' })
  const { fulfilment, shipments } = order
  const isAwaited = progress.some((one) => one.isAwaited && one.open > 0)
  const preorder = await readOwnPreorder(shop, order)
  const outcome = { keep: all.preorder.kept, refund: all.preorder.refunded }
  const isBalanceDue = link !== null && isPayable(link, shop.now())
  return {
    status: 200,
    language: order.language,
    head: {
      title: all.frame.pageTitle(words.pageTitle(order.number)),
      description: words.description,
      canonical: request.path,
      noindex: true,
    },
    props: {
      frame: await frameProps(shop, { ...request, words: all }),
      order: {
        number: order.number,
        placedOn: day.format(order.createdAt),
        ...(order.erasure ? erasureWords(order.erasure, day, words) : orderWords(order, all, isBalanceDue)),
        ...(isAwaited && order.state === 'paid' && fulfilment === 'unfulfilled' && !isBalanceDue
          ? { next: all.preorder.together }
          : {}),
        balance: isBalanceDue
          ? {
              amount: amountIn(all.language.LANGUAGE, link.amount),
              href: paymentLinkPath(shop, link.id, order),
            }
          : null,
        isPickup: order.delivery === 'pickup',
        receivedBy: receivedBy(order),
        parcels: shipments.map(({ number, carrier, trackingNumber, trackingLink, units }) => ({
          id: number,
          carrier,
          number: trackingNumber,
          link: trackingLink,
          units: unitWords(order.lines, units, mailWords),
        })),
        pickups:
          order.delivery === 'pickup'
            ? {
                taken: unitWords(order.lines, allUnits(order.pickups), mailWords),
                waiting: unitWords(order.lines, waitingUnits(order), mailWords),
              }
            : null,
        toCome: isToBeSent(order.state, fulfilment)
          ? unitWords(order.lines, openUnits(progress), mailWords)
          : [],
        lines: order.lines.map(
          ({ name, size, quantity, unitPrice, pictureKey, giftCard, shipsOn }, position) => {
            const picture = pictureKey === null ? undefined : pictures.get(pictureKey)
            return {
              position,
              name,
              detail: giftCard
                ? words.amountAndQuantity(amountIn(all.language.LANGUAGE, unitPrice), quantity)
                : words.sizeAndQuantity(size, quantity),
              gifts: order.erasure ? [] : giftWords(order, position, words, { day, calendarDay }),
              preorder: shipsOn === undefined ? '' : all.preorder.ships(shipsOn),
              amount: amountIn(all.language.LANGUAGE, orderLinePrice({ unitPrice, quantity })),
              picture: picture ? pictureView(shop.images, picture) : null,
            }
          },
        ),
        totals: paidFacts(order, all.totals),
        // Shoppers are not shown a refund that the gateway refused; one that was sent back is shown as returned.
        refunds: refunds
          .filter(
            ({ state, isTaken }) => state === 'asked' || state === 'done' || (state === 'failed' && isTaken),
          )
          .map(({ id, amount, state }) => ({
            id,
            amount: amountIn(all.language.LANGUAGE, amount),
            words: words.refunds[state],
          })),
        preorder: {
          said:
            decided === null ? '' : decided ? outcome[choice as keyof typeof outcome] : all.preorder.failed,
          isAwaited,
          later: preorder.later.map(({ position, shipsOn }) =>
            all.preorder.isLater(
              lineName({ ...order.lines[position]!, shipsOn: undefined }, mailWords),
              shipsOn,
            ),
          ),
          refund: preorder.refund && {
            isAsked: choice === 'ask',
            amount: amountIn(all.language.LANGUAGE, preorder.refund.amount),
            items: unitWords(order.lines, preorder.refund.units, mailWords).join(', '),
          },
        },
        changes: await ownChangesProps(shop, order, made, all),
        withdrawal:
          receivedBy(order) !== null && !order.erasure && (await mayWithdraw(shop, order))
            ? { name: order.customer.name, email: order.customer.email, contract: order.number }
            : null,
        documents: await documentLinks(shop, order, all),
        returns: await returnsOf(shop, order, query, all),
        contact: order.erasure ? null : { email: order.customer.email, note: order.note },
        delivery: order.erasure
          ? null
          : {
              ...deliveryWords(
                order,
                (await currentShipping(shopInLanguage(shop, order.language))).tariff.pickupPlace,
                words,
              ),
              name: order.customer.name,
              address: order.delivery === 'ship' ? addressLines(order.customer, all.countries.names) : [],
            },
      },
    } satisfies OwnOrderPageProps,
  }
}
