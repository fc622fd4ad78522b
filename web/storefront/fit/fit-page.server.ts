import { dateFormat } from '#domain/date-format.ts'
import { FITS, type Fit } from '#domain/fit/fit.ts'
import { greetingName } from '#domain/greeting-name.ts'
import {
  answerHowItFits,
  findFitReader,
  openFitLink,
  writeFitWords,
} from '#operations/fit/answer-how-it-fits.ts'
import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { formPage, linkPage } from '#web/route.ts'
import NewsletterPage, { type NewsletterPageProps } from '#web/storefront/newsletter/newsletter-page.tsx'
import { wordsIn } from '#words/languages.ts'
import FitPage, { type FitPageProps } from './fit-page.tsx'

const NEWSLETTER = { screen: 'storefront/newsletter/newsletter-page', component: NewsletterPage }

export const routes = [
  formPage('/fit', 'storefront/fit/fit-page', FitPage, loadFitPage, ['token', 'item', 'fit']),
  linkPage('/fit/leave', NEWSLETTER.screen, NewsletterPage, loadLeavePage),
]

const toFit = (text: string | null): Fit | null => FITS.find((fit) => fit === text) ?? null

/**
 * GET /fit?token=&item=&fit=: the tapped answer, chosen already. It counts once its button is pressed, because mail
 * scanners open links but press nothing.
 */
async function loadFitPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const { query, posted } = request
  const token = query.get('token') ?? ''
  const form = posted?.form
  const about = form?.get('words-of') ?? null
  if (form && about === null) await answerHowItFits(shop, token, givenIn(form))
  if (form && about !== null)
    await writeFitWords(shop, token, {
      at: Number(about),
      words: form.get('words') ?? '',
      isNamed: form.has('named'),
    })
  const link = await openFitLink(shop, token)
  if (link?.kind !== 'open') return nothingToAnswer(shop, request, link !== null)
  const { order, items, endsAt } = link
  const all = wordsIn(shop, order.language)
  const { language, fit: words } = all
  const format = dateFormat(language.LANGUAGE, { dateStyle: 'long', timeZone: shop.settings.timeZone })
  const tapped = form ? null : Number(query.get('item') ?? Number.NaN)
  const pieces = items.map(({ at, name, size, fit, words: said, nameShown, state }) => ({
    at,
    name: all['mails/orders'].lineName(name, size),
    fit: at === tapped ? (toFit(query.get('fit')) ?? fit) : fit,
    written:
      fit === null
        ? null
        : {
            words: said,
            isNamed: nameShown !== '',
            becomes: state === 'none' ? words.wordsNext : words.wordsStates[state],
          },
  }))
  return {
    status: 200,
    language: order.language,
    head: {
      title: all.frame.pageTitle(words.ask),
      description: words.description,
      canonical: request.path,
      noindex: true,
    },
    props: {
      frame: await frameProps(shop, { ...request, words: all }),
      pieces,
      firstName: greetingName(order.customer.name) ?? '',
      until: words.until(format.format(endsAt)),
      stored:
        form && items.some(({ fit }) => fit !== null)
          ? about === null
            ? words.thanks
            : words.wordsStored
          : '',
    } satisfies FitPageProps,
  }
}

/** The answers in the form: `fit-0=small`. */
function givenIn(form: URLSearchParams): Map<number, Fit> {
  const given = [...form].flatMap(([name, value]): [number, Fit][] => {
    const [, at] = /^fit-(\d{1,3})$/.exec(name) ?? []
    const fit = toFit(value)
    return at === undefined || fit === null ? [] : [[Number(at), fit]]
  })
  return new Map(given)
}

async function nothingToAnswer(shop: Shop, request: PageRequest, isKnown: boolean): Promise<PageAnswer> {
  const { fit: words } = request.words
  const heading = isKnown ? words.ended : words.linkUnknown
  const text = isKnown ? words.endedNext : words.linkUnknownNext
  return { ...(await messagePage(shop, request, { heading, text })), status: isKnown ? 410 : 404 }
}

/** GET /fit/leave?token=: asks for a click, as above. */
async function loadLeavePage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const { fit: words } = request.words
  const token = request.query.get('token') ?? ''
  const reader = await findFitReader(shop, token)
  if (reader === null) return nothingToAnswer(shop, request, false)
  const { email, isRefused } = reader
  if (isRefused) return messagePage(shop, request, { heading: words.left, text: words.leftNext(email) })
  return messagePage(shop, request, {
    heading: words.leaving,
    text: words.leavingNext(email),
    action: { address: `/fit/leave?${new URLSearchParams({ token })}`, label: words.leave, tone: 'ink' },
  })
}

async function messagePage(
  shop: Shop,
  request: PageRequest,
  said: Pick<NewsletterPageProps, 'heading' | 'text' | 'action'>,
): Promise<PageAnswer> {
  const { frame, fit: words } = request.words
  return {
    status: 200,
    screen: NEWSLETTER,
    head: {
      title: frame.pageTitle(said.heading),
      description: words.description,
      canonical: request.path,
      noindex: true,
    },
    props: {
      frame: await frameProps(shop, request),
      ...said,
      next: { href: '/shop', label: words.toTheShop },
    } satisfies NewsletterPageProps,
  }
}
