import { openReminder } from '#operations/drops/drop-reminders.ts'
import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { linkPage } from '#web/route.ts'
import NewsletterPage, { type NewsletterPageProps } from '#web/storefront/newsletter/newsletter-page.tsx'

export const routes = [
  linkPage('/drop-reminder', 'storefront/newsletter/newsletter-page', NewsletterPage, loadReminderPage),
]

/** GET /drop-reminder?token=: asks for a click, because mail scanners open links but do not click. */
async function loadReminderPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const words = request.words.drop
  const token = request.query.get('token') ?? ''
  const found = await openReminder(shop, token)
  const said = found ? whatIsAsked(found, token) : null
  const { heading } = said ?? { heading: words.unknown }
  return {
    status: said ? 200 : 404,
    head: {
      title: request.words.frame.pageTitle(heading),
      description: heading,
      canonical: request.path,
      noindex: true,
    },
    props: {
      frame: await frameProps(shop, request),
      ...(said ?? { heading, text: words.unknownNext, next: { href: '/shop', label: words.toTheShop } }),
    } satisfies NewsletterPageProps,
  }

  function whatIsAsked({ drop, email, isConfirmed }: NonNullable<typeof found>, key: string) {
    const to = (change: 'confirm' | 'leave') =>
      `/drop-reminder/${change}?${new URLSearchParams({ token: key })}`
    const next = { href: `/drop/${drop.handle}`, label: words.toTheDrop }
    if (isConfirmed) {
      const action = { address: to('leave'), label: words.leave, tone: 'ink' as const }
      return { heading: words.confirmed, text: words.confirmedNext(drop.name, email), action, next }
    }
    const action = { address: to('confirm'), label: words.submit, tone: 'red' as const }
    return { heading: words.waiting, text: words.waitingNext(drop.name, email), action, next }
  }
}
