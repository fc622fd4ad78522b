import { openReminder, type ReminderSubject } from '#operations/reminders/reminders.ts'
import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { linkPage } from '#web/route.ts'
import type { Words } from '#words/languages.ts'
import NewsletterPage, { type NewsletterPageProps } from '#web/storefront/newsletter/newsletter-page.tsx'

export const routes = [
  linkPage('/reminder', 'storefront/newsletter/newsletter-page', NewsletterPage, loadReminderPage),
]

/** GET /reminder?token=: asks for a click, because mail scanners open links but do not click. */
async function loadReminderPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const words = request.words.reminder
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

  function whatIsAsked({ subject, email, isConfirmed }: NonNullable<typeof found>, key: string) {
    const to = (change: 'confirm' | 'leave') => `/reminder/${change}?${new URLSearchParams({ token: key })}`
    const { waiting, told, next } = textsOf(subject, email, words)
    if (isConfirmed) {
      const action = { address: to('leave'), label: words.leave, tone: 'ink' as const }
      return { heading: words.confirmed, text: told, action, next }
    }
    const action = { address: to('confirm'), label: words.submit, tone: 'red' as const }
    return { heading: words.waiting, text: waiting, action, next }
  }
}

function textsOf(subject: ReminderSubject, email: string, words: Words['reminder']) {
  if (subject.kind === 'drop') {
    const { name, handle } = subject.drop
    return {
      waiting: words.waitingForDrop(name, email),
      told: words.confirmedDrop(name, email),
      next: { href: `/drop/${handle}`, label: words.toTheDrop },
    }
  }
  const { product, size } = subject
  return {
    waiting: words.waitingForSize(product.name, size, email),
    told: words.confirmedSize(product.name, size, email),
    next: { href: `/product/${product.id}`, label: words.toTheProduct },
  }
}
