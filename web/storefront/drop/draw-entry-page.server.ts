import { momentWords } from '#domain/shop-time.ts'
import { entryToken, openEntry, type OpenedEntry } from '#operations/draws/enter-draw.ts'
import { recipientWords } from '#operations/order-facts.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import type { Shop } from '#operations/shop.ts'
import { toProductId } from '#domain/ids.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { personalPage } from '#web/route.ts'
import NewsletterPage, { type NewsletterPageProps } from '#web/storefront/newsletter/newsletter-page.tsx'

export const routes = [
  personalPage('/draw', 'storefront/newsletter/newsletter-page', NewsletterPage, loadEntryPage, [
    'token',
    'known',
  ]),
]

/** GET /draw?token=: an entry, as its emails link it. Opening it changes nothing: mail scanners open links too. */
async function loadEntryPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const words = request.words.draw
  const shown = shopInLanguage(shop, request.language)
  const opened = await openEntry(shown, request.query.get('token') ?? '')
  const said = opened
    ? await sayOf(shown, request, opened)
    : {
        heading: words.unknown,
        text: words.unknownNext,
        next: { href: '/shop', label: words.toTheShop },
      }
  return {
    status: opened ? 200 : 404,
    head: {
      title: request.words.frame.pageTitle(said.heading),
      description: said.heading,
      canonical: request.path,
      noindex: true,
    },
    props: { frame: await frameProps(shop, request), ...said } satisfies NewsletterPageProps,
  }
}

async function sayOf(
  shop: Shop,
  { words: all, query }: PageRequest,
  { entry, drop, state, room }: OpenedEntry,
): Promise<Omit<NewsletterPageProps, 'frame'>> {
  const words = all.draw
  const { productId, size, quantity } = entry.item
  const product = await shop.catalog.find(toProductId(productId), { hiddenToo: true })
  const what = words.what(quantity, product?.name ?? drop.name, size)
  const time = momentWords(drop.soldFrom, all.language.LANGUAGE, shop.settings.timeZone)
  const next = { href: `/drop/${drop.handle}/draw`, label: words.toTheDraw }
  const to = (change: 'confirm' | 'withdraw') => `/draw/${change}?${entryToken(shop, entry.id)}`
  if (state === 'unconfirmed' && query.has('known'))
    return { heading: words.known, text: words.knownNext(drop.draw.checksCard), next }
  if (state === 'unconfirmed') {
    const action = { address: to('confirm'), label: words.confirm, tone: 'red' as const }
    return {
      heading: words.entryHeading.unconfirmed,
      text: words.entryText.unconfirmed(what, time, recipientWords(entry.customer, all.countries.names)),
      action,
      next,
    }
  }
  const isOpen = state === 'entered' && room.present === null && shop.now() < drop.soldFrom
  const numbered = entry.number === null ? '' : ` ${words.entryNumber(entry.number)}`
  const text = state === 'entered' && !isOpen ? words.inLine : words.entryText[state](what, time)
  return {
    heading: words.entryHeading[state],
    text: text + numbered,
    ...(isOpen && { action: { address: to('withdraw'), label: words.withdraw, tone: 'ink' } }),
    next,
  }
}
