import { amountIn } from '#domain/currency.ts'
import { dateFormat } from '#domain/date-format.ts'
import { entryMeaning } from '#domain/gift-cards/gift-card.ts'
import { openGiftCard, type OpenedGiftCard } from '#operations/gift-cards/read-gift-cards.ts'
import type { Shop } from '#operations/shop.ts'
import { limitGuesses } from '#web/http/limits/limit-guesses.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { formPage } from '#web/route.ts'
import type { Words } from '#words/languages.ts'
import GiftCardPage, { type GiftCardPageProps } from './gift-card-page.tsx'

export const routes = [
  formPage('/gift-card', 'storefront/gift-card/gift-card-page', GiftCardPage, loadGiftCardPage),
]

const MAX_TYPED = 100

/** The code comes in the body of a form, never in an address: addresses are kept in logs and histories. */
export async function loadGiftCardPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const { frame, 'gift-card': words } = request.words
  const { posted, address = '' } = request
  const found = posted ? await findCard(shop, posted.form, address) : null
  const waits = found !== null && 'waitSeconds' in found
  const error = waits ? words.tooManyTries(Math.ceil(found.waitSeconds / 60)) : words.unknown
  const card = waits ? null : found
  return {
    status: waits ? 429 : 200,
    head: {
      title: frame.pageTitle(words.heading),
      description: words.description,
      canonical: '/gift-card',
      noindex: posted !== undefined,
    },
    props: {
      frame: await frameProps(shop, request),
      card: card && cardView(card, shop.settings.timeZone, request.words),
      error: posted !== undefined && card === null ? error : null,
    } satisfies GiftCardPageProps,
  }
}

function findCard(shop: Shop, form: URLSearchParams, address: string) {
  const typed = form.get('code')?.slice(0, MAX_TYPED) ?? ''
  const open = (): Promise<OpenedGiftCard | { waitSeconds: number } | null> => openGiftCard(shop, typed)
  return limitGuesses({ shop, address }, [typed], open, {
    isGuess: (found) => found === null,
    refuse: (waitSeconds) => ({ waitSeconds }),
  })
}

function cardView(
  { code, card: { balance, state }, entries }: OpenedGiftCard,
  timeZone: string,
  { language, 'gift-card': words }: Words,
): GiftCardPageProps['card'] {
  const day = dateFormat(language.LANGUAGE, { dateStyle: 'medium', timeZone })
  return {
    code,
    balance: amountIn(language.LANGUAGE, balance),
    isDisabled: state === 'disabled',
    history: entries.map((entry) => ({
      number: entry.number,
      day: day.format(entry.at),
      what: words.entries[entryMeaning(entry)],
      amount: amountIn(language.LANGUAGE, entry.amount),
      balance: amountIn(language.LANGUAGE, entry.balance),
    })),
  }
}
