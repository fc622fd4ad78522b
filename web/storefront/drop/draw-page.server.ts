import type { DrawnDrop } from '#domain/drops/draw.ts'
import { hasDraw, mostPieces } from '#domain/drops/draw.ts'
import { checkCheckoutForm, type CheckoutInput } from '#domain/checkout/checkout-form.ts'
import { servedCountries } from '#domain/checkout/shipping/find-zone.ts'
import { recordOf } from '#domain/record-of.ts'
import { momentWords } from '#domain/shop-time.ts'
import { currentTariff } from '#operations/checkout/current-tariff.ts'
import { findPostalCodeFault } from '#operations/checkout/postal-code-fault.ts'
import { enterDraw } from '#operations/draws/enter-draw.ts'
import { readDraw, type KnownDraw } from '#operations/draws/read-draw.ts'
import { findDrop } from '#operations/drops/find-drop.ts'
import { newTask } from '#operations/drops/show-work.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import { networkKnown } from '#web/http/limits/client-address.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { formPage } from '#web/route.ts'
import { NEW_VALUES } from '#web/storefront/checkout/checkout-values.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import DrawPage, { type DrawPageProps } from './draw-page.tsx'

const SCREEN = { screen: 'storefront/drop/draw-page', component: DrawPage }

export const routes = [formPage('/drop/:name/draw', SCREEN.screen, SCREEN.component, loadDrawPage)]

/** The draw of a drop, and its form, which works without a script. */
async function loadDrawPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const drop = await findDrop(shop, request.params['name'] ?? '')
  return drop !== null && hasDraw(drop)
    ? showDraw(shop, request, drop)
    : problemPage(shop, request, 'not-found')
}

/** The page of a draw. */
export async function showDraw(shop: Shop, request: PageRequest, drop: DrawnDrop): Promise<PageAnswer> {
  const { words, posted, language } = request
  const shown = shopInLanguage(shop, language)
  const known = await readDraw(shown, drop)
  if (known === null) return problemPage(shop, request, 'not-found')
  const { phase, room, choices, counts } = known
  const network = networkKnown(request.address ?? '')
  const { handle, soldFrom, draw } = drop
  const { name } = (await findDrop(shown, handle)) ?? drop
  const { checksCard } = draw
  const { zones } = await currentTariff(shop)
  const countries = zones ? servedCountries(zones) : null
  const at = (time: number) => ({
    at: time,
    time: momentWords(time, words.language.LANGUAGE, shop.settings.timeZone),
  })
  return {
    screen: SCREEN,
    status: 200,
    extraSources: checksCard && phase === 'open' ? shop.gateway.cardEntrySources : null,
    head: {
      title: words.frame.pageTitle(`${words.draw.heading}: ${name}`),
      description: words.draw.description(name),
      canonical: `/drop/${handle}/draw`,
      noindex: posted !== undefined,
    },
    props: {
      frame: await frameProps(shop, request),
      name,
      handle,
      phase,
      opens: at(draw.entriesFrom),
      closes: at(soldFrom),
      counts,
      payHours: draw.payHours,
      most: mostPieces(drop),
      choices: choices.map(({ product, size }) => ({
        value: `${product.id} ${size}`,
        label: words.draw.choice(product.name, size),
      })),
      countries,
      cardEntry: checksCard ? shop.gateway.cardEntry : null,
      task: room.workSince === null ? null : newTask(shop, room.id, network),
      proof: { commitment: room.commitment, seed: room.seed, present: room.present },
      ...(posted
        ? await enter(shop, request, { drop, known, countries, network, ...posted })
        : {
            step: 'form',
            typed: {
              ...NEW_VALUES,
              country: countries?.includes('CA') === false ? (countries[0] ?? 'CA') : 'CA',
            },
          }),
    } satisfies DrawPageProps,
  }
}

type Step = Pick<DrawPageProps, 'step'> & Partial<Pick<DrawPageProps, 'typed' | 'errors' | 'error' | 'card'>>

/** What the form says, and how entering went. */
async function enter(
  shop: Shop,
  { words, language }: PageRequest,
  {
    drop,
    known,
    countries,
    form,
    network,
  }: {
    drop: DrawnDrop
    known: KnownDraw
    countries: readonly string[] | null
    form: URLSearchParams
    network: string | null
  },
): Promise<Step> {
  if (form.get('leaveEmpty')) return { step: 'sent' }
  const fields = Object.keys(NEW_VALUES) as (keyof CheckoutInput)[]
  const typed = recordOf<CheckoutInput>(fields, (field) => form.get(field) ?? '')
  const checked = checkCheckoutForm(typed, words['checkout/fields'].form)
  const errors: Record<string, string> = { ...('errors' in checked && checked.errors) }
  if (countries?.includes(typed.country) === false) errors['country'] = words.draw.notHere
  const postal =
    'customer' in checked ? findPostalCodeFault(checked.customer, words['checkout/fields']) : null
  if (postal !== null) errors['postal'] = postal
  const choice = known.choices.find(({ product, size }) => `${product.id} ${size}` === form.get('piece'))
  if (!choice) errors['piece'] = words.draw.choosePiece
  const quantity = Math.min(mostPieces(drop), Math.max(1, Math.trunc(Number(form.get('quantity')) || 1)))
  const picked = { piece: form.get('piece') ?? '', quantity }
  const card = form.get('card') ?? ''
  const kept = /^\w{1,500}$/.test(card) ? { card } : {}
  if (!('customer' in checked) || !choice || Object.keys(errors).length > 0)
    return { step: 'form', typed: { ...typed, ...picked }, errors, error: words.draw.fix, ...kept }
  const item = { productId: choice.product.id, size: choice.size, quantity }
  const work = form.get('work') ?? ''
  const entry = { customer: checked.customer, item, language, network, work }
  const outcome = await enterDraw(shop, drop, { ...entry, cardSecret: card })
  if (outcome === 'no-card') {
    const fault = card === '' ? words.draw.cardMissing : words.draw.cardRefused
    return { step: 'form', typed: { ...typed, ...picked }, errors: { card: fault }, error: words.draw.fix }
  }
  if (outcome === 'sent') return { step: 'sent' }
  const error = {
    closed: words.draw.closedNow,
    'too-many': words.draw.tooMany,
    'no-work': words['drop-work'].refused,
    unavailable: words.draw.noCheck,
  }[outcome]
  return { step: 'form', typed: { ...typed, ...picked }, error, ...kept }
}
