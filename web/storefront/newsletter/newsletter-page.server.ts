import { findConfirmation, type Confirmation } from '#operations/newsletter/confirm-subscription.ts'
import type { Shop } from '#operations/shop.ts'
import { findUnsubscribeLink, type UnsubscribeLink } from '#operations/newsletter/unsubscribe-by-link.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import NewsletterPage, { type NewsletterPageProps } from './newsletter-page.tsx'
import { linkPage, page } from '#web/route.ts'

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

type Words = Omit<NewsletterPageProps, 'frame'> & { status?: number }

const TO_THE_SHOP = { href: '/shop', label: 'Shop our products' }
const TO_THE_BOX = { href: '/#newsletter', label: 'Join again' }

/** GET /newsletter/confirm?token=: asks for a click, because mail scanners open links but do not click. */
export async function loadConfirmPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const token = request.query.get('token') ?? ''
  return newsletterPage(shop, request, confirmWords(await findConfirmation(shop, token), token))
}

/** GET /newsletter/unsubscribe?token= */
export async function loadUnsubscribePage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const token = request.query.get('token') ?? ''
  return newsletterPage(shop, request, unsubscribeWords(await findUnsubscribeLink(shop, token), token))
}

/** GET /newsletter/subscribed: the success message, for a browser without JavaScript. */
export async function loadSubscribedPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  return newsletterPage(shop, request, {
    heading: 'Thank you for subscribing!',
    text: 'We have sent you an e-mail with a link. Open it to confirm your address.',
    next: TO_THE_SHOP,
  })
}

/** GET /newsletter/not-subscribed: the error message, for a browser without JavaScript. */
export async function loadNotSubscribedPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  return newsletterPage(shop, request, {
    heading: 'Sorry, there was an error. Please try again.',
    text: 'Your address was not kept. Look whether it is complete, as in you@example.com.',
    next: { href: '/#newsletter', label: 'Back to the form' },
  })
}

async function newsletterPage(
  shop: Shop,
  request: PageRequest,
  { status = 200, ...words }: Words,
): Promise<PageAnswer> {
  return {
    status,
    head: {
      title: `${words.heading} – Redemption`,
      description: 'The newsletter of Redemption.',
      canonical: request.path,
      noindex: true,
    },
    props: { frame: await frameProps(shop, request), ...words } satisfies NewsletterPageProps,
  }
}

function confirmWords(confirmation: Confirmation, token: string): Words {
  switch (confirmation.kind) {
    case 'waiting':
      return {
        heading: 'One step left',
        text: `Press the button, and the newsletter goes to ${confirmation.email}.`,
        action: { address: address('confirm', token), label: 'Confirm my subscription', tone: 'red' },
        next: TO_THE_SHOP,
      }
    case 'confirmed':
      return {
        heading: 'You are in',
        text: `The newsletter goes to ${confirmation.email}. Every mail has a link to leave.`,
        next: TO_THE_SHOP,
      }
    case 'expired':
      return {
        status: 410,
        heading: 'This link has run out',
        text: 'A link to confirm works for seven days. Type your address once more and we send a new one.',
        next: TO_THE_BOX,
      }
    case 'unknown':
      return UNKNOWN
  }
}

function unsubscribeWords(leaving: UnsubscribeLink, token: string): Words {
  switch (leaving.kind) {
    case 'subscribed':
      return {
        heading: 'Leave the newsletter',
        text: `Press the button, and no newsletter goes to ${leaving.email} any more.`,
        action: { address: address('unsubscribe', token), label: 'Unsubscribe', tone: 'ink' },
        next: TO_THE_SHOP,
      }
    case 'left':
      return {
        heading: 'You are unsubscribed',
        text: 'You get no newsletter from us. If that was a mistake, type your address once more.',
        next: TO_THE_BOX,
      }
    case 'unknown':
      return UNKNOWN
  }
}

const UNKNOWN: Words = {
  status: 404,
  heading: 'This link does not work',
  text: 'It may have been cut short on its way. Copy the whole link from the mail and try again.',
  next: TO_THE_SHOP,
}

function address(page: 'confirm' | 'unsubscribe', token: string): string {
  return `/newsletter/${page}?${new URLSearchParams({ token })}`
}
