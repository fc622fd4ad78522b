import { amountIn } from '#domain/currency.ts'
import { dateFormat } from '#domain/date-format.ts'
import { orderAsSaid } from '#domain/orders/order-as-said.ts'
import { MAX_OWN_ORDERS, readOwnCredit, readOwnOrders } from '#operations/accounts/own-orders.ts'
import { readOwnMails } from '#operations/accounts/own-data.ts'
import { findAskedEmail, findCustomer, findSignInLink } from '#operations/accounts/sign-in.ts'
import { listOwnDocuments } from '#operations/orders/documents/own-documents.ts'
import { readOwnAnswers } from '#operations/fit/answer-how-it-fits.ts'
import { orderPath } from '#operations/order-link.ts'
import { unitWords } from '#operations/order-facts.ts'
import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import { readCustomerCookie } from '#web/http/visitors/customer-cookie.ts'
import { readVisitorCookie } from '#web/http/visitors/visitor-cookie.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { personalPage } from '#web/route.ts'
import { documentLabel, documentPath } from '#web/storefront/own-order/own-order-page.server.ts'
import { orderWords } from '#web/storefront/own-order/order-words.ts'
import AccountPage, { type AccountPageProps, type OwnPlace, type SignInStep } from './account-page.tsx'

const SCREEN = 'storefront/account/account-page'

export const routes = [
  personalPage('/account', SCREEN, AccountPage, loadAccountPage, ['asked']),
  personalPage('/account/link', SCREEN, AccountPage, loadLinkPage, ['token', 'asked']),
]

/** GET /account: what the shop has for who is signed in in this browser; for others, how they sign in. */
async function loadAccountPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const email = await findCustomer(shop, readCustomerCookie(request.headers, shop))
  const shown =
    email === null
      ? { signIn: await stepOf(shop, request), place: null }
      : { signIn: null, place: await placeOf(shop, request, email) }
  return pageOf(shop, request, shown)
}

async function stepOf(shop: Shop, { query, headers, words: { account } }: PageRequest): Promise<SignInStep> {
  const asked = query.get('asked')
  const visitor = headers ? readVisitorCookie(headers, shop) : null
  const email = asked === 'sent' || asked === 'wrong' ? await findAskedEmail(shop, visitor) : null
  if (email !== null)
    return {
      step: 'digits',
      sent: account.sent(email),
      ...(asked === 'wrong' && { error: account.wrongDigits }),
    }
  const error = { 'wrong-email': account.wrongEmail, void: account.digitsVoid, erased: account.erased }[
    asked ?? ''
  ]
  return { step: 'email', ...(error && { error }) }
}

/** GET /account/link?token=: asks for a click, because mail scanners open links but do not click. */
async function loadLinkPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const { query, headers, words } = request
  const { account } = words
  const token = query.get('token') ?? ''
  const visitor = headers ? readVisitorCookie(headers, shop) : null
  const found = await findSignInLink(shop, { token, visitor })
  const signIn: SignInStep =
    found.kind === 'unknown'
      ? { step: 'ended', heading: account.linkUnknown, text: account.linkUnknownNext }
      : found.kind !== 'waiting'
        ? { step: 'ended', heading: account.linkEnded, text: account.linkEndedNext }
        : found.isOwnBrowser
          ? {
              step: 'link',
              token,
              heading: account.linkWaiting,
              text: account.linkWaitingNext(found.signIn.email),
            }
          : {
              step: 'link',
              token,
              heading: account.linkElsewhere,
              text: account.linkElsewhereNext,
              asksEmail: true,
              ...(query.get('asked') === 'wrong-email' && { error: account.linkWrongEmail }),
            }
  const status = { waiting: 200, used: 410, expired: 410, unknown: 404 }[found.kind]
  return { ...(await pageOf(shop, request, { signIn, place: null })), status }
}

async function pageOf(
  shop: Shop,
  request: PageRequest,
  shown: Omit<AccountPageProps, 'frame'>,
): Promise<PageAnswer> {
  const { frame, account } = request.words
  return {
    status: 200,
    head: {
      title: frame.pageTitle(account.heading),
      description: account.description,
      canonical: '/account',
      noindex: true,
    },
    props: { frame: await frameProps(shop, request), ...shown } satisfies AccountPageProps,
  }
}

async function placeOf(
  shop: Shop,
  { words: all, query, language }: PageRequest,
  email: string,
): Promise<OwnPlace> {
  const words = all.account
  const { timeZone } = shop.settings
  const day = dateFormat(all.language.LANGUAGE, { dateStyle: 'long', timeZone })
  const [placed, credit, mails] = await Promise.all([
    readOwnOrders(shop, email),
    readOwnCredit(shop, email),
    readOwnMails(shop, email),
  ])
  const orders = placed.map((order) => (order.language === language ? orderAsSaid(order) : order))
  const answers = await readOwnAnswers(shop, orders)
  const documents = await listOwnDocuments(shop, orders)
  const asked = query.get('asked')
  return {
    email,
    orders: orders.map((order) => ({
      number: order.number,
      placed: words.placed(order.number, day.format(order.createdAt)),
      heading: orderWords(order, all).heading,
      items: unitWords(
        order.lines,
        order.lines.map(({ quantity }, position) => ({ position, quantity })),
        all['mails/orders'],
      ),
      total: amountIn(all.language.LANGUAGE, order.total),
      href: orderPath(shop, order),
      parcels: order.shipments.flatMap(({ trackingLink }, at, { length }) =>
        trackingLink === ''
          ? []
          : [{ href: trackingLink, label: length === 1 ? words.trackParcel : words.parcel(at + 1) }],
      ),
      documents: (documents.get(order.id) ?? []).map((one) => {
        const label = documentLabel(one, all)
        return { href: documentPath(shop, order, one), label, name: all.documents.of(label, order.number) }
      }),
    })),
    answers: answers.map(({ id, item, size, fit, words: said, state }) => {
      const name = all['mails/orders'].lineName(item, size)
      return {
        id,
        name,
        answer: all.fit.ownAnswer(name, all.fit.answers[fit]),
        words: said,
        becomes: state === 'none' ? '' : all.fit.ownStates[state],
      }
    }),
    isCut: orders.length === MAX_OWN_ORDERS,
    credit: credit === null ? null : amountIn(all.language.LANGUAGE, credit),
    mails,
    said: { 'in-hand': words.inHand, joined: words.joinedNext }[asked ?? ''] ?? '',
    isErasing: asked === 'erase',
  }
}
