import { dollars } from '#domain/money.ts'
import { momentWords } from '#domain/shop-time.ts'
import { openHoldLink } from '#operations/reminders/hold-piece.ts'
import { openReminder, type ReminderSubject } from '#operations/reminders/reminders.ts'
import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { linkPage } from '#web/route.ts'
import { pictureView } from '#web/views/catalog/picture-view.server.ts'
import type { Words } from '#words/languages.ts'
import NewsletterPage, { type NewsletterPageProps } from '#web/storefront/newsletter/newsletter-page.tsx'
import HoldPage, { type HoldPageProps } from './hold-page.tsx'

const NEWSLETTER = { screen: 'storefront/newsletter/newsletter-page', component: NewsletterPage }

export const routes = [
  linkPage('/reminder', NEWSLETTER.screen, NewsletterPage, loadReminderPage),
  linkPage('/reminder/hold', 'storefront/reminder/hold-page', HoldPage, loadHoldPage),
]

/** GET /reminder/hold?token=: opening it holds nothing. Without a size that its reader was told of, as `/reminder`. */
async function loadHoldPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const token = request.query.get('token') ?? ''
  const found = await openHoldLink(shop, token)
  if (found === null) return { ...(await loadReminderPage(shop, request)), screen: NEWSLETTER }
  const { product, size, isUsed, heldUntil } = found
  const heading = request.words.reminder.isBack(product.name, size)
  const { language } = request.words
  const { timeZone, reminderHoldMinutes: minutes } = shop.settings
  return {
    status: 200,
    head: {
      title: request.words.frame.pageTitle(heading),
      description: heading,
      canonical: request.path,
      noindex: true,
    },
    props: {
      frame: await frameProps(shop, request),
      token,
      product: {
        id: product.id,
        name: product.name,
        price: dollars(product.price),
        imageUrls: product.pictures.map((picture) => pictureView(shop.images, picture).src),
      },
      size,
      minutes,
      isUsed,
      held:
        heldUntil === null
          ? null
          : { endsAt: heldUntil, time: momentWords(heldUntil, language.LANGUAGE, timeZone) },
    } satisfies HoldPageProps,
  }
}

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
