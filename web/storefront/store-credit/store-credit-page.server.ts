import { amountIn } from '#domain/currency.ts'
import { findCreditLinkState, type CreditLinkState } from '#operations/gift-cards/use-store-credit.ts'
import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { personalPage } from '#web/route.ts'
import NewsletterPage, { type NewsletterPageProps } from '#web/storefront/newsletter/newsletter-page.tsx'
import type { Words } from '#words/languages.ts'

export const routes = [
  personalPage(
    '/store-credit',
    'storefront/newsletter/newsletter-page',
    NewsletterPage,
    loadStoreCreditPage,
    ['token', 'elsewhere'],
  ),
]

const STATUS = { waiting: 200, used: 410, expired: 410, unknown: 404 } as const

/** GET /store-credit?token=: asks for a click, because mail scanners open links but do not click. */
async function loadStoreCreditPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const words = request.words['store-credit']
  const token = request.query.get('token') ?? ''
  const state = await findCreditLinkState(shop, token)
  const isElsewhere = state.kind === 'waiting' && request.query.has('elsewhere')
  const said = isElsewhere
    ? { heading: words.elsewhere, text: words.elsewhereNext }
    : whatItSays(state, token, words)
  return {
    status: STATUS[state.kind],
    head: {
      title: request.words.frame.pageTitle(said.heading),
      description: said.heading,
      canonical: request.path,
      noindex: true,
    },
    props: {
      frame: await frameProps(shop, request),
      ...said,
      next: { href: '/checkout', label: words.toTheCheckout },
    } satisfies NewsletterPageProps,
  }
}

function whatItSays(state: CreditLinkState, token: string, words: Words['store-credit']) {
  if (state.kind !== 'waiting') return { heading: words[state.kind], text: words[`${state.kind}Next`] }
  return {
    heading: words.waiting,
    text: words.waitingNext(amountIn(words.LANGUAGE, state.credit.balance)),
    action: {
      address: `/store-credit/use?${new URLSearchParams({ token })}`,
      label: words.useIt,
      tone: 'red' as const,
    },
  }
}
