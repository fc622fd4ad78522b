import { amountIn } from '#domain/currency.ts'
import { checkCheckoutForm, type CheckoutErrors } from '#domain/checkout/checkout-form.ts'
import { dateFormat } from '#domain/date-format.ts'
import { cents } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import { regionKind, regionsOf } from '#domain/places/regions.ts'
import { postalCodeOf } from '#domain/places/postal-codes.ts'
import { findPostalCodeFault } from '#operations/checkout/postal-code-fault.ts'
import { addressLines, lineName } from '#operations/order-facts.ts'
import {
  cancelOwnOrder,
  makeOwnChange,
  priceOwnChange,
  readOwnChanges,
  type OwnChange,
  type OwnRefusal,
} from '#operations/orders/own-changes.ts'
import type { Shop } from '#operations/shop.ts'
import type { Words } from '#words/languages.ts'
import type { OwnChangesProps } from './own-changes.tsx'

/** What came of a form of the section; `changed`: the order is another one now. */
type Outcome = Pick<OwnChangesProps, 'said' | 'ask'> & {
  changed?: true
  errors?: CheckoutErrors
  typed?: Typed
}

type Typed = Record<(typeof ADDRESS_FIELDS)[number], string>
const ADDRESS_FIELDS = ['name', 'phone', 'address', 'city', 'region', 'postal'] as const
/** The order, or what the change costs, is not what the customer saw. */
const STALE: ReadonlySet<OwnRefusal['kind']> = new Set([
  'changed-meanwhile',
  'price-changed',
  'costs-more',
  'address-costs-more',
])
const NOTHING: Outcome = { said: '', ask: null }

/** Does what a form of the section asks for; or asks once more, with the difference. */
export async function takeOwnChange(
  shop: Shop,
  order: Order,
  form: URLSearchParams | undefined,
  all: Words,
): Promise<Outcome> {
  const words = all['own-changes']
  const step = form?.get('own')
  if (!form || step == null || step === 'no') return NOTHING
  const version = Number(form.get('version'))
  if (step === 'ask-cancel') {
    const now = await readOwnChanges(shop, order)
    if (now === null) return { said: words.tooLate, ask: null }
    const text = words.sureToCancel(amountIn(all.language.LANGUAGE, now.refund))
    return { said: '', ask: { text, hidden: [], button: { step: 'cancel', label: words.yesCancel } } }
  }
  if (step === 'cancel') {
    const outcome = await cancelOwnOrder(shop, order, version)
    return outcome.kind === 'cancelled'
      ? { said: words.cancelled, ask: null, changed: true }
      : { said: whyNot(outcome, words), ask: null }
  }
  const read = readChange(order, form, all)
  if (read === null) return NOTHING
  if ('errors' in read) return { ...NOTHING, ...read }
  const { change } = read
  if (!step.startsWith('ask-')) {
    const outcome = await makeOwnChange(shop, order, change, {
      version,
      difference: Number(form.get('difference')),
    })
    return outcome.kind === 'items-changed' || outcome.kind === 'address-changed'
      ? { said: words.changed, ask: null, changed: true }
      : { said: whyNot(outcome, words), ask: null }
  }
  const priced = await priceOwnChange(shop, order, change)
  if (priced.kind !== 'priced') return { said: whyNot(priced, words), ask: null }
  const { difference } = priced
  const amount = amountIn(all.language.LANGUAGE, cents(Math.abs(difference)))
  const money = difference === 0 ? words.same : difference < 0 ? words.less(amount) : words.more(amount)
  const what =
    change.kind === 'size'
      ? words.sureOfSize(itemOf(order, change.position, all), change.size)
      : words.sureOfAddress([change.recipient.name, ...linesOf(order, change, all)].join(', '))
  const hidden = [...form].filter(([field]) => field !== 'own' && field !== 'version')
  return {
    said: '',
    ask: {
      text: `${what} ${money}`,
      hidden: [...hidden, ['difference', String(difference)]],
      button: { step: change.kind, label: words.yesChange },
    },
  }
}

/** The section, after what came of its form; null: the customer can change nothing, nor did. */
export async function ownChangesProps(
  shop: Shop,
  order: Order,
  { said, ask, errors = {}, typed }: Outcome,
  all: Words,
): Promise<OwnChangesProps | null> {
  const changes = await readOwnChanges(shop, order)
  if (changes === null) return said === '' ? null : { said, ask: null, open: null }
  const { customer } = order
  const fieldWords = all['checkout/fields']
  const { timeZone } = shop.settings
  const time = dateFormat(all.language.LANGUAGE, { timeStyle: 'short', timeZone })
  return {
    said,
    ask,
    open: {
      version: order.version,
      until: time.format(changes.until),
      sizes: changes.sizes.map(({ position, sizes }) => ({
        position,
        item: itemOf(order, position, all),
        sizes,
      })),
      address: changes.mayMove
        ? {
            values: typed ?? customer,
            errors,
            isTyped: typed !== undefined,
            regions:
              regionsOf(customer.country)?.names.map((value) => ({
                value,
                label: fieldWords.regionNames[value] ?? value,
              })) ?? null,
            region: fieldWords.regions[regionKind(customer.country)],
            postal: fieldWords.postalCodes[postalCodeOf(customer.country).kind],
          }
        : null,
    },
  }
}

function readChange(
  { customer }: Order,
  form: URLSearchParams,
  all: Words,
): { change: OwnChange } | { errors: CheckoutErrors; typed: Typed } | null {
  const size = form.get('size')
  if (size !== null) return { change: { kind: 'size', position: Number(form.get('position')), size } }
  if (!form.has('address')) return null
  const typed = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, form.get(field) ?? ''])) as Typed
  const fieldWords = all['checkout/fields']
  const { email, country } = customer
  const checked = checkCheckoutForm({ ...typed, email, country }, fieldWords.form)
  if ('errors' in checked) return { errors: checked.errors, typed }
  const { email: _same, ...recipient } = checked.customer
  const postal = findPostalCodeFault(recipient, fieldWords)
  return postal === null ? { change: { kind: 'address', recipient } } : { errors: { postal }, typed }
}

function whyNot({ kind }: OwnRefusal, words: Words['own-changes']): string {
  if (kind === 'item-unavailable') return words.soldOut
  if (STALE.has(kind)) return words.stale
  if (kind === 'too-late' || kind === 'not-possible' || kind === 'partly-sent') return words.tooLate
  return kind === 'too-little-for-link' ? words.tooLittle : words.failed
}

function itemOf({ lines }: Order, position: number, all: Words): string {
  const line = lines[position]
  return line ? lineName({ ...line, shipsOn: undefined }, all['mails/orders']) : ''
}

function linesOf(
  { customer }: Order,
  { recipient }: Extract<OwnChange, { kind: 'address' }>,
  all: Words,
): string[] {
  return addressLines({ ...customer, ...recipient }, all.countries.names)
}
