import { amountIn } from '#domain/currency.ts'
import { wordsIn } from '#words/languages.ts'
import { dateFormat } from '#domain/date-format.ts'
import { momentWords } from '#domain/shop-time.ts'
import { orderAsSaid } from '#domain/orders/order-as-said.ts'
import { orderLinePrice } from '#domain/orders/order.ts'
import { paidFacts, recipientWords } from '#operations/order-facts.ts'
import { orderPath } from '#operations/order-link.ts'
import { openPaymentLink, openWin } from '#operations/payment-links/pay-by-link.ts'
import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { personalPage } from '#web/route.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import PaymentLinkPage, { type PaymentLinkPageProps } from './payment-link-page.tsx'

export const routes = [
  personalPage(
    '/pay/:link',
    'storefront/payment-link/payment-link-page',
    PaymentLinkPage,
    loadPaymentLinkPage,
    ['key'],
  ),
]

/** A wrong key and an unknown link give the same response. */
export async function loadPaymentLinkPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const key = request.query.get('key') ?? ''
  const id = request.params['link'] ?? ''
  const balance = await openPaymentLink(shop, id, key)
  const win = balance ? null : await openWin(shop, id, key)
  const opened = balance ?? win
  if (opened === null) return problemPage(shop, request, 'not-found')
  const { state, link } = opened
  const order = orderAsSaid(opened.order)
  const { timeZone } = shop.settings
  const all = wordsIn(shop, order.language)
  const words = all['payment-link']
  const day = dateFormat(all.language.LANGUAGE, { dateStyle: 'long', timeZone })
  const { name, email, phone, address, city, country, postal } = order.customer
  return {
    status: 200,
    language: order.language,
    extraSources: state === 'payable' ? shop.gateway.cardEntrySources : null,
    head: {
      title: all.frame.pageTitle(words.pageTitle(order.number)),
      description: words.description,
      canonical: request.path,
      noindex: true,
    },
    props: {
      frame: await frameProps(shop, { ...request, words: all }),
      ...(win ? words.wonStates[win.state] : words.states[state])(
        amountIn(all.language.LANGUAGE, link.amount),
        recipientWords(order.customer, all.countries.names),
      ),
      number: order.number,
      orderPath: orderPath(shop, order),
      amount: amountIn(all.language.LANGUAGE, link.amount),
      change: balance && balance.link.change.after !== '' ? balance.link.change : null,
      lines: order.lines.map((line, position) => ({
        position,
        words: words.line(line.quantity, line.name, line.size),
        amount: amountIn(all.language.LANGUAGE, orderLinePrice(line)),
      })),
      totals: paidFacts(order, all.totals),
      payment:
        state === 'payable'
          ? {
              link: link.id,
              key,
              cents: link.amount,
              payBy: win
                ? words.wonPayBy(momentWords(link.expiresAt, all.language.LANGUAGE, timeZone))
                : words.payBy(day.format(link.expiresAt)),
              cardEntry: shop.gateway.cardEntry,
              billing: {
                name,
                email,
                phone,
                address: { line1: address, city, country, postal_code: postal },
              },
            }
          : null,
      mayContact: !win && (state === 'expired' || state === 'cancelled'),
    } satisfies PaymentLinkPageProps,
  }
}
