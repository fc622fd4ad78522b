import { findConfirmation, type Confirmation } from '#operations/newsletter/confirm-subscription.ts'
import type { Shop } from '#operations/shop.ts'
import { findUnsubscribeLink, type UnsubscribeLink } from '#operations/newsletter/unsubscribe-by-link.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import NewsletterPage, { type NewsletterPageProps } from './newsletter-page.tsx'
import { linkPage, page } from '#web/route.ts'
import type { Words } from '#words/languages.ts'

export const routes = [
  page('/newsletter/subscribed', 'storefront/newsletter/newsletter-page', NewsletterPage, loadSubscribedPage),
  page(
    '/newsletter/not-subscribed',
    'storefront/newsletter/newsletter-page',
    NewsletterPage,
    loadNotSubscribedPage,
  ),
  linkPage('/newsletter/confirm', 'storefront/newsletter/newsletter-page', NewsletterPage, loadConfirmPage),
  linkPage(
    '/newsletter/unsubscribe',
    'storefront/newsletter/newsletter-page',
    NewsletterPage,
    loadUnsubscribePage,
  ),
]

type Said = Omit<NewsletterPageProps, 'frame'> & { status?: number }

const toTheShop = (words: Words['newsletter']) => ({ href: '/shop', label: words.shopOurProducts })
const toTheBox = (words: Words['newsletter']) => ({ href: '/#newsletter', label: words.joinAgain })

/** GET /newsletter/confirm?token=: asks for a click, because mail scanners open links but do not click. */
export async function loadConfirmPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const token = request.query.get('token') ?? ''
  return newsletterPage(
    shop,
    request,
    confirmWords(await findConfirmation(shop, token), token, request.words.newsletter),
  )
}

/** GET /newsletter/unsubscribe?token= */
export async function loadUnsubscribePage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const token = request.query.get('token') ?? ''
  return newsletterPage(
    shop,
    request,
    unsubscribeWords(await findUnsubscribeLink(shop, token), token, request.words.newsletter),
  )
}

/** GET /newsletter/subscribed: the success message, for a browser without JavaScript. */
export async function loadSubscribedPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const words = request.words.newsletter
  return newsletterPage(shop, request, {
    heading: words.subscribed,
    text: words.subscribedNext,
    next: toTheShop(words),
  })
}

/** GET /newsletter/not-subscribed: the error message, for a browser without JavaScript. */
export async function loadNotSubscribedPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const words = request.words.newsletter
  return newsletterPage(shop, request, {
    heading: words.failed,
    text: words.failedNext,
    next: { href: '/#newsletter', label: words.backToForm },
  })
}

async function newsletterPage(
  shop: Shop,
  request: PageRequest,
  { status = 200, ...said }: Said,
): Promise<PageAnswer> {
  const frameWords = request.words.frame
  const words = request.words.newsletter
  return {
    status,
    head: {
      title: frameWords.pageTitle(said.heading),
      description: words.description,
      canonical: request.path,
      noindex: true,
    },
    props: { frame: await frameProps(shop, request), ...said } satisfies NewsletterPageProps,
  }
}

function confirmWords(confirmation: Confirmation, token: string, words: Words['newsletter']): Said {
  switch (confirmation.kind) {
    case 'waiting':
      return {
        heading: words.waiting,
        text: words.waitingNext(confirmation.email),
        action: { address: address('confirm', token), label: words.confirm, tone: 'red' },
        next: toTheShop(words),
      }
    case 'confirmed':
      return {
        heading: words.confirmed,
        text: words.confirmedNext(confirmation.email),
        next: toTheShop(words),
      }
    case 'expired':
      return {
        status: 410,
        heading: words.expired,
        text: words.expiredNext,
        next: toTheBox(words),
      }
    case 'unknown':
      return unknownLink(words)
  }
}

function unsubscribeWords(leaving: UnsubscribeLink, token: string, words: Words['newsletter']): Said {
  switch (leaving.kind) {
    case 'subscribed':
      return {
        heading: words.leave,
        text: words.leaveNext(leaving.email),
        action: { address: address('unsubscribe', token), label: words.unsubscribe, tone: 'ink' },
        next: toTheShop(words),
      }
    case 'unsubscribed':
      return {
        heading: words.left,
        text: words.leftNext,
        next: toTheBox(words),
      }
    case 'unknown':
      return unknownLink(words)
  }
}

function unknownLink(words: Words['newsletter']): Said {
  return { status: 404, heading: words.unknown, text: words.unknownNext, next: toTheShop(words) }
}

function address(page: 'confirm' | 'unsubscribe', token: string): string {
  return `/newsletter/${page}?${new URLSearchParams({ token })}`
}
