import { findEarlyLink } from '#operations/drops/early-access.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { linkPage } from '#web/route.ts'
import NewsletterPage, { type NewsletterPageProps } from '#web/storefront/newsletter/newsletter-page.tsx'

export const routes = [
  linkPage('/early-access', 'storefront/newsletter/newsletter-page', NewsletterPage, loadEarlyPage),
]

/** GET /early-access?token=: asks for a click, because mail scanners open links but do not click. */
async function loadEarlyPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const words = request.words.drop
  const token = request.query.get('token') ?? ''
  const found = await findEarlyLink(shopInLanguage(shop, request.language), token)
  const next = found
    ? { href: `/drop/${found.drop.handle}`, label: words.toTheDrop }
    : { href: '/shop', label: words.toTheShop }
  const said =
    found === null
      ? { heading: words.linkUnknown, text: words.linkUnknownNext }
      : found.isUsed
        ? { heading: words.linkUsed, text: words.linkUsedNext }
        : {
            heading: words.linkWaiting(found.drop.name),
            text: words.linkWaitingNext,
            action: {
              address: `/early-access/open?${new URLSearchParams({ token })}`,
              label: words.linkOpen,
              tone: 'red' as const,
            },
          }
  return {
    status: found === null ? 404 : found.isUsed ? 410 : 200,
    head: {
      title: request.words.frame.pageTitle(said.heading),
      description: said.heading,
      canonical: request.path,
      noindex: true,
    },
    props: { frame: await frameProps(shop, request), ...said, next } satisfies NewsletterPageProps,
  }
}
