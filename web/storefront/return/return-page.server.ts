import { amountIn } from '#domain/currency.ts'
import { randomUUID } from 'node:crypto'
import { dateFormat } from '#domain/date-format.ts'
import { toProductId, toReturnId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { priceChoice } from '#domain/refunds/refund-price.ts'
import {
  CHOSEN_REASONS,
  RETURN_TRANSITIONS,
  RETURN_WISHES,
  countItems,
  isOpenReturn,
  returnNumber,
  type Return,
  type ReturnedItem,
  type ReturnReason,
  type WantedItem,
} from '#domain/returns/return.ts'
import { lastReturnDay } from '#domain/returns/review-return.ts'
import type { Order } from '#domain/orders/order.ts'
import { addressLines, lineName, unitWords } from '#operations/order-facts.ts'
import { readOrderWithKey } from '#operations/orders/read-order.ts'
import {
  askForReturn,
  cancelOwnReturn,
  judgeReturn,
  readOwnReturns,
  readReturnOffer,
  type OwnReturns,
  type ReturnRequest,
} from '#operations/returns/ask-for-return.ts'
import { mayAddPhotos } from '#operations/returns/return-files.ts'
import { nameWanted, quoteExchange, readExchangeOffers } from '#operations/returns/exchange.ts'
import { orderAsSaid } from '#domain/orders/order-as-said.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { formPage } from '#web/route.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import { barcodeOf } from '#web/views/packing/barcode.server.ts'
import { qrCode } from '#web/views/staff/qr-code.server.ts'
import { wordsIn, type Words } from '#words/languages.ts'
import ReturnPage, { type ReturnPageProps, type ReturnStep } from './return-page.tsx'
import type { OwnPhotos } from './return-photos.tsx'

export const routes = [
  formPage('/order/:number/return', 'storefront/return/return-page', ReturnPage, loadReturnPage, ['key']),
]

const MAX_NOTE = 1_000
const DAY_MS = 86_400_000

/** What a customer returns of an order, by plain forms. A wrong key and an unknown number give the same response. */
export async function loadReturnPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const { params, query, posted } = request
  const found = await readOrderWithKey(shop, params['number'] ?? '', query.get('key') ?? '')
  if (found === null || found.order.erasure !== null) return problemPage(shop, request, 'not-found')
  const { order } = found
  const all = wordsIn(shop, order.language)
  const { returns: words } = all
  const form = posted?.form ?? new URLSearchParams()
  const cancelled = form.get('cancel')
  const isKept = cancelled === null || (await cancelOwnReturn(shop, order, toReturnId(cancelled)))
  const step = await stepOf(shop, order, form, all)
  const own = await readOwnReturns(shopInLanguage(shop, order.language), order)
  const said = orderAsSaid(order)
  const key = new URLSearchParams({ key: query.get('key') ?? '' })
  const files = filesOf(order, own, key)
  return {
    status: 200,
    language: order.language,
    head: {
      title: all.frame.pageTitle(words.heading(order.number)),
      description: words.description,
      canonical: request.path,
      noindex: true,
    },
    props: {
      frame: await frameProps(shop, { ...request, words: all }),
      number: order.number,
      orderHref: `/order/${order.number}?${key}`,
      error: isKept ? '' : words.faults['too-late'],
      returns: own.returns.toReversed().map((one) => ownReturn(shop, one, said, { ...own, of: files }, all)),
      ...photosOf(step ?? (await formStep(shop, said, own, form, all)), files),
    } satisfies ReturnPageProps,
  }
}

function ownReturn(
  shop: Shop,
  one: Return,
  order: Order,
  { rules, of }: OwnReturns & { of: ReturnType<typeof filesOf> },
  all: Words,
): ReturnPageProps['returns'][number] {
  const number = returnNumber(order.number, one)
  const isAccepted = one.state === 'accepted'
  return {
    id: one.id,
    number,
    ...all.returns.states[one.state],
    answer: one.answer,
    items: itemWords(
      one.units.filter(({ condition }) => condition !== 'missing').map(({ item }) => item),
      all,
    ),
    instead: itemWords(
      one.units.flatMap(({ exchange }) => exchange ?? []),
      all,
    ),
    held:
      one.wish !== 'exchange' || !isOpenReturn(one.state)
        ? ''
        : one.heldUntil === null
          ? all.returns.notHeld
          : all.returns.heldUntil(dayOf(shop, all, one.heldUntil)),
    photos: { ...of(one.id).photos, mayChange: mayAddPhotos(one) },
    mayCancel: RETURN_TRANSITIONS[one.state].includes('cancelled'),
    slip: isAccepted
      ? {
          barcode: barcodeOf(number),
          label: one.label,
          labelHref: of(one.id).labelHref,
          qr: CODE.test(one.label) ? qrCode(one.label) : null,
          instructions: rules.instructions,
          from: [order.customer.name, ...addressLines(order.customer, all.countries.names)],
        }
      : null,
  }
}

/** A label that is a code, which a counter may scan. */
const CODE = /^(?!https?:)[\w.:/-]{4,80}$/

/** The photos and the label of each return, with their addresses. */
function filesOf(
  { number }: Order,
  { files }: OwnReturns,
  key: URLSearchParams,
): (id: string) => { photos: OwnPhotos; labelHref: string | null } {
  const base = `/api/orders/${number}`
  const hrefOf = ({ id }: { id: string }) => `${base}/return-files/${id}?${key}`
  return (id) => {
    const own = files.filter(({ returnId }) => returnId === id)
    const photos = own.filter(({ kind }) => kind === 'photo')
    const label = own.find(({ kind }) => kind === 'label')
    return {
      photos: {
        base,
        opens: String(key),
        returnId: id,
        ids: photos.map((one) => one.id),
        mayChange: true,
      },
      labelHref: label ? hrefOf(label) : null,
    }
  }
}

/** A form with the photos that were added to it. */
function photosOf(step: ReturnStep, of: ReturnType<typeof filesOf>): ReturnStep {
  return step.step === 'form' ? { ...step, photos: of(step.id).photos } : step
}

/** What was posted: the summary to be confirmed; null: the form, also after the return was asked for. */
async function stepOf(
  shop: Shop,
  order: Order,
  form: URLSearchParams,
  all: Words,
): Promise<ReturnStep | null> {
  const { returns: words } = all
  if (!form.has('step') || form.has('change')) return null
  const request = await requestOf(shop, order, form)
  const own = await readOwnReturns(shop, order)
  const again = async (fault: keyof typeof words.faults, more = ''): Promise<ReturnStep> => ({
    ...(await formStep(shop, order, own, form, all)),
    error: [words.faults[fault], more].filter(Boolean).join(' '),
  })
  if (request.units.some(({ reason }) => !CHOSEN_REASONS.includes(reason as never))) return again('no-reason')
  const isConfirmed = form.get('step') === 'confirm'
  if (isConfirmed) {
    const outcome = await askForReturn(shop, order, request)
    if (outcome.kind === 'asked') return null
    const more = outcome.kind === 'sold-out' ? await leftWords(shop, outcome.item, all, order.lines) : ''
    return again(outcome.kind, more)
  }
  const hasPhotos = own.files.some(({ returnId }) => returnId === request.id)
  const { fee, review } = judgeReturn(order, request, { ...own, now: shop.now() })
  if (request.units.length === 0) return again('nothing-chosen')
  if (request.units.some(({ position, quantity }) => quantity > (own.returnable.get(position) ?? 0)))
    return again('too-many')
  if (fee === null) return again('unknown-method')
  if (request.wish === 'exchange') return exchangeStep()
  const items = request.units.map(({ position, quantity }) => ({ position, quantity, sent: quantity }))
  const priced = priceChoice(await readReturnOffer(shop.database.db, order), { items, shipping: false })
  const worth = priced.kind === 'priced' ? priced.amount : cents(0)
  return {
    ...checked(),
    sums: [
      [words.worth, amountIn(all.language.LANGUAGE, worth)],
      ...(fee > 0
        ? [[words.fee, amountIn(all.language.LANGUAGE, -Math.min(fee, worth))] as [string, string]]
        : []),
      [words.refund, amountIn(all.language.LANGUAGE, Math.max(0, worth - fee))],
    ],
    notes: [wishWords(request.wish, own, all), words.refundNote],
  }

  function checked() {
    const decideBy = shop.now() + own.rules.staffDays * DAY_MS
    const prices = request.units.flatMap(({ position, exchange }) =>
      exchange ? [[`price-${position}`, String(exchange.price)]] : [],
    )
    return {
      step: 'check' as const,
      items: request.units.map(({ position, quantity, reason }) =>
        words.item(
          unitWords(order.lines, [{ position, quantity }], all['mails/orders']).join(''),
          words.reasons[reason],
        ),
      ),
      review:
        review.length === 0
          ? []
          : [
              ...review.map((reason) =>
                reason === 'faulty' && own.rules.faultyPhotos && !hasPhotos
                  ? words.photoNeeded
                  : words.reviews[reason],
              ),
              words.staffDecide(dayOf(shop, all, decideBy)),
            ],
      fields: {
        ...Object.fromEntries(form),
        ...(Object.fromEntries(prices) as Record<string, string>),
        step: 'confirm',
        id: request.id,
      },
    }
  }

  /** What is wanted instead, what it costs more or less, and for how long it is held. */
  async function exchangeStep(): Promise<ReturnStep> {
    const wanted = request.units.flatMap(({ position, quantity, exchange }) =>
      exchange ? [{ position, to: { ...exchange, quantity } }] : [],
    )
    if (!own.rules.exchanges || wanted.length < request.units.length) return again('no-exchange')
    const offers = await readExchangeOffers(shop, order.lines)
    const gone = wanted.find(
      ({ to }) => !offers.some((one) => one.productId === to.productId && one.sizes.includes(to.size)),
    )
    if (gone) return again('sold-out', await leftWords(shop, gone.to, all, order.lines))
    const isElsewhere = wanted.some(
      ({ position, to }) =>
        to.productId !== order.lines[position]!.productId &&
        !offers.some((one) => one.productId === to.productId && one.takesAnyPlace),
    )
    if (isElsewhere) return again('no-exchange')
    const priced = await quoteExchange(shop, order, wanted)
    if (priced.kind === 'exchange-sold-out')
      return again('sold-out', await leftWords(shop, priced.item, all, order.lines))
    if (priced.kind !== 'exchange-priced') return again('not-offered')
    const { difference } = priced
    const costs = difference > 0 ? words.costsMore : words.costsLess
    const amount = amountIn(all.language.LANGUAGE, Math.abs(difference))
    return {
      ...checked(),
      sums: [
        ...wanted.map(({ position, to }): [string, string] => [
          words.instead(lineName({ ...order.lines[position]!, shipsOn: undefined }, all['mails/orders'])),
          all['mails/orders'].units(to.quantity, to.name, to.size),
        ]),
        [words.difference, amountIn(all.language.LANGUAGE, difference)],
      ],
      notes: [
        difference === 0 ? words.costsSame : costs(amount),
        words.holding(dayOf(shop, all, shop.now() + own.rules.holdDays * DAY_MS)),
      ],
    }
  }
}

function dayOf(shop: Shop, { language }: Words, at: number): string {
  return dateFormat(language.LANGUAGE, { dateStyle: 'long', timeZone: shop.settings.timeZone }).format(at)
}

/** What is left of a product of which a size sold out. */
async function leftWords(
  shop: Shop,
  { productId, name }: WantedItem,
  { returns: words }: Words,
  lines: Order['lines'],
): Promise<string> {
  const offers = await readExchangeOffers(shop, lines)
  const sizes = offers.find((one) => one.productId === productId)?.sizes ?? []
  return sizes.length === 0 ? words.noneLeft(name) : words.left(name, sizes.join(', '))
}

function itemWords(items: readonly ReturnedItem[], { 'mails/orders': words }: Words): string[] {
  return countItems(items).map(({ quantity, name, size }) => words.units(quantity, name, size))
}

function wishWords(wish: ReturnRequest['wish'], { rules }: OwnReturns, { returns: words }: Words): string {
  return wish === 'credit' && rules.creditBonus > 0 ? words.withBonus(rules.creditBonus) : words.wishes[wish]
}

/** A piece that can be chosen instead, as the form posts it. */
const CHOICE = /^([\w-]{1,64}) (.{1,20})$/

async function requestOf(shop: Shop, order: Order, form: URLSearchParams): Promise<ReturnRequest> {
  const wish = form.get('wish')
  const choices = order.lines.map((_line, position) => CHOICE.exec(form.get(`exchange-${position}`) ?? ''))
  const chosen = choices.map((choice) =>
    choice && wish === 'exchange' ? { productId: toProductId(choice[1]!), size: choice[2]! } : null,
  )
  const named = await nameWanted(shop, chosen)
  const wanted = (position: number): WantedItem | null => {
    const one = named[position] ?? null
    const shown = Number(form.get(`price-${position}`) ?? Number.NaN)
    return one && Number.isSafeInteger(shown) && shown >= 0 ? { ...one, price: cents(shown) } : one
  }
  return {
    id: toReturnId(/^[\w-]{8,64}$/.exec(form.get('id') ?? '')?.[0] ?? randomUUID()),
    units: order.lines.flatMap((_line, position) => {
      const quantity = Number(form.get(`quantity-${position}`) ?? 0)
      if (!Number.isSafeInteger(quantity) || quantity < 1) return []
      const reason = (form.get(`reason-${position}`) ?? '') as ReturnReason
      return [{ position, quantity, reason, exchange: wanted(position) }]
    }),
    wish: RETURN_WISHES.find((one) => one === wish) ?? 'money',
    method: form.get('method') ?? '',
    note: (form.get('note') ?? '').replaceAll('\0', '').trim().slice(0, MAX_NOTE),
  }
}

/** The form as it was typed; `step: 'none'`: there is nothing to return. */
async function formStep(
  shop: Shop,
  order: Order,
  own: OwnReturns,
  form: URLSearchParams,
  all: Words,
): Promise<ReturnStep> {
  if (!own.isOffered) return { step: 'none' }
  const { returns: words } = all
  const { rules } = own
  const isTyped = form.has('step')
  const typed = (name: string) => (isTyped ? (form.get(name) ?? '') : '')
  const offers = rules.exchanges ? await readExchangeOffers(shop, order.lines) : []
  /** Its own sizes first; each of the others at its price of today. */
  const offersOf = ({ productId }: Order['lines'][number]) =>
    offers
      .filter((one) => one.takesAnyPlace || one.productId === productId)
      .toSorted((one, other) => Number(other.productId === productId) - Number(one.productId === productId))
      .map(({ productId: id, name, price, sizes }) => ({
        label:
          id === productId
            ? words.sameItem(name)
            : words.otherItem(name, amountIn(all.language.LANGUAGE, price)),
        sizes: sizes.map((size): [string, string] => [
          `${id} ${size}`,
          all['mails/orders'].lineName(name, size),
        ]),
      }))
  const lastDays = [...own.returnable]
    .filter(([, most]) => most > 0)
    .map(([position]) => lastReturnDay(order, position, { ...rules, returns: own.returns }))
  const id = typed('id')
  const isNew = !/^[\w-]{8,64}$/.test(id) || own.returns.some((one) => one.id === toReturnId(id))
  return {
    step: 'form',
    id: isNew ? randomUUID() : id,
    photos: null,
    until: words.until(dayOf(shop, all, Math.max(...lastDays))),
    lines: order.lines.flatMap((line, position) => {
      const most = own.returnable.get(position) ?? 0
      if (most === 0) return []
      return [
        {
          position,
          name: lineName({ ...line, shipsOn: undefined }, all['mails/orders']),
          most,
          quantity: typed(`quantity-${position}`) || '0',
          reason: typed(`reason-${position}`),
          exchange: typed(`exchange-${position}`),
          offers: offersOf(line),
        },
      ]
    }),
    reasons: CHOSEN_REASONS.map((reason) => [reason, words.reasons[reason]]),
    wishes: RETURN_WISHES.filter((wish) => wish !== 'exchange' || offers.length > 0).map((wish) => [
      wish,
      wishWords(wish, own, all),
    ]),
    wish: typed('wish') || 'money',
    methods: rules.methods.map(({ name, fee }) => [
      name,
      words.methodWith(name, fee === 0 ? words.free : words.costs(amountIn(all.language.LANGUAGE, fee))),
    ]),
    method: typed('method') || (rules.methods[0]?.name ?? ''),
    note: typed('note'),
  }
}
