import { amountIn } from '#domain/currency.ts'
import { randomUUID } from 'node:crypto'
import { dateFormat } from '#domain/date-format.ts'
import { toReturnId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { priceChoice } from '#domain/refunds/refund-price.ts'
import {
  CHOSEN_REASONS,
  RETURN_TRANSITIONS,
  RETURN_WISHES,
  returnedUnits,
  returnNumber,
  type Return,
  type ReturnReason,
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
import type { Shop } from '#operations/shop.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { formPage } from '#web/route.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import { barcodeOf } from '#web/views/packing/barcode.server.ts'
import { wordsIn, type Words } from '#words/languages.ts'
import ReturnPage, { type ReturnPageProps, type ReturnStep } from './return-page.tsx'

export const routes = [
  formPage('/order/:number/return', 'storefront/return/return-page', ReturnPage, loadReturnPage, ['key']),
]

const MAX_NOTE = 1_000

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
  const own = await readOwnReturns(shop, order)
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
      orderHref: `/order/${order.number}?${new URLSearchParams({ key: query.get('key') ?? '' })}`,
      error: isKept ? '' : words.faults['too-late'],
      returns: own.returns.toReversed().map((one) => ownReturn(one, order, own, all)),
      ...(step ?? formStep(shop, order, own, form, all)),
    } satisfies ReturnPageProps,
  }
}

function ownReturn(
  one: Return,
  order: Order,
  { rules }: OwnReturns,
  all: Words,
): ReturnPageProps['returns'][number] {
  const number = returnNumber(order.number, one)
  const isAccepted = one.state === 'accepted'
  return {
    id: one.id,
    number,
    ...all.returns.states[one.state],
    answer: one.answer,
    items: unitWords(order.lines, returnedUnits(one.units), all['mails/orders']),
    mayCancel: RETURN_TRANSITIONS[one.state].includes('cancelled'),
    slip: isAccepted
      ? {
          barcode: barcodeOf(number),
          label: one.label,
          instructions: rules.instructions,
          from: [order.customer.name, ...addressLines(order.customer)],
        }
      : null,
  }
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
  const request = requestOf(order, form)
  const own = await readOwnReturns(shop, order)
  const again = (fault: keyof typeof words.faults): ReturnStep => ({
    ...formStep(shop, order, own, form, all),
    error: words.faults[fault],
  })
  if (request.units.some(({ reason }) => !CHOSEN_REASONS.includes(reason as never))) return again('no-reason')
  const isConfirmed = form.get('step') === 'confirm'
  if (isConfirmed) {
    const outcome = await askForReturn(shop, order, request)
    return outcome.kind === 'asked' ? null : again(outcome.kind)
  }
  const { fee, review } = judgeReturn(order, request, own.rules, shop.now())
  if (request.units.length === 0) return again('nothing-chosen')
  if (request.units.some(({ position, quantity }) => quantity > (own.returnable.get(position) ?? 0)))
    return again('too-many')
  if (fee === null) return again('unknown-method')
  const items = request.units.map(({ position, quantity }) => ({ position, quantity, sent: quantity }))
  const priced = priceChoice(await readReturnOffer(shop.database.db, order), { items, shipping: false })
  const worth = priced.kind === 'priced' ? priced.amount : cents(0)
  const format = dateFormat(all.language.LANGUAGE, { dateStyle: 'long', timeZone: shop.settings.timeZone })
  const decideBy = shop.now() + own.rules.staffDays * 86_400_000
  return {
    step: 'check',
    items: request.units.map(({ position, quantity, reason }) =>
      words.item(
        unitWords(order.lines, [{ position, quantity }], all['mails/orders']).join(''),
        words.reasons[reason],
      ),
    ),
    sums: [
      [words.worth, amountIn(all.language.LANGUAGE, worth)],
      ...(fee > 0
        ? [[words.fee, amountIn(all.language.LANGUAGE, -Math.min(fee, worth))] as [string, string]]
        : []),
      [words.refund, amountIn(all.language.LANGUAGE, Math.max(0, worth - fee))],
    ],
    wish: wishWords(request.wish, own, all),
    review:
      review.length === 0
        ? []
        : [...review.map((reason) => words.reviews[reason]), words.staffDecide(format.format(decideBy))],
    fields: { ...Object.fromEntries(form), step: 'confirm', id: request.id },
  }
}

function wishWords(wish: ReturnRequest['wish'], { rules }: OwnReturns, { returns: words }: Words): string {
  return wish === 'credit' && rules.creditBonus > 0 ? words.withBonus(rules.creditBonus) : words.wishes[wish]
}

function requestOf(order: Order, form: URLSearchParams): ReturnRequest {
  const wish = form.get('wish')
  return {
    id: toReturnId(/^[\w-]{8,64}$/.exec(form.get('id') ?? '')?.[0] ?? randomUUID()),
    units: order.lines.flatMap((_line, position) => {
      const quantity = Number(form.get(`quantity-${position}`) ?? 0)
      if (!Number.isSafeInteger(quantity) || quantity < 1) return []
      return [{ position, quantity, reason: (form.get(`reason-${position}`) ?? '') as ReturnReason }]
    }),
    wish: RETURN_WISHES.find((one) => one === wish) ?? 'money',
    method: form.get('method') ?? '',
    note: (form.get('note') ?? '').replaceAll('\0', '').trim().slice(0, MAX_NOTE),
  }
}

/** The form as it was typed; `step: 'none'`: there is nothing to return. */
function formStep(shop: Shop, order: Order, own: OwnReturns, form: URLSearchParams, all: Words): ReturnStep {
  if (!own.isOffered) return { step: 'none' }
  const { returns: words } = all
  const { rules } = own
  const format = dateFormat(all.language.LANGUAGE, { dateStyle: 'long', timeZone: shop.settings.timeZone })
  const isTyped = form.has('change') || form.get('step') === 'check'
  const typed = (name: string) => (isTyped ? (form.get(name) ?? '') : '')
  return {
    step: 'form',
    until: words.until(format.format(lastReturnDay(order, rules))),
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
        },
      ]
    }),
    reasons: CHOSEN_REASONS.map((reason) => [reason, words.reasons[reason]]),
    wishes: RETURN_WISHES.map((wish) => [wish, wishWords(wish, own, all)]),
    wish: typed('wish') || 'money',
    methods: rules.methods.map(({ name, fee }) => [
      name,
      words.methodWith(name, fee === 0 ? words.free : words.costs(amountIn(all.language.LANGUAGE, fee))),
    ]),
    method: typed('method') || (rules.methods[0]?.name ?? ''),
    note: typed('note'),
  }
}
