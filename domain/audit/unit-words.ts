import { formatCents, signedCents } from '#domain/money.ts'
import { findCountry } from '#domain/places/countries.ts'
import { FULFILMENT_STATUSES, type FulfilmentStatus } from '#domain/orders/fulfilment.ts'
import { ORDER_STATE_WORDS } from '#domain/orders/order.ts'
import { PRODUCT_ATTRIBUTES } from '#domain/catalog/fields/product-attributes.ts'
import { ROLES } from '#domain/staff/permissions.ts'
import { ROLE_WORDS } from '#domain/staff/role-words.ts'
import type { AuditUnit, AuditValue } from './audit.ts'

const FULFILMENT_WORDS: Record<FulfilmentStatus, string> = {
  unfulfilled: 'Not fulfilled',
  'partially-fulfilled': 'Partially fulfilled',
  fulfilled: 'Fulfilled',
  'nothing-to-fulfil': 'Nothing to fulfil',
}

/** What staff read instead of a stored choice. */
const CHOICES: ReadonlyMap<string, string> = new Map([
  ['flat', 'One rate for every order'],
  ['by-destination', 'By destination'],
  ['ddp', 'The customer, at checkout (DDP)'],
  ['dap', 'The receiver, on delivery (DAP)'],
  ['subtotal', 'Price of the items'],
  ...['gst', 'hst', 'pst', 'qst', 'rst'].map((tax) => [tax, tax.toUpperCase()] as const),
  ...[...PRODUCT_ATTRIBUTES.gender.options, ...PRODUCT_ATTRIBUTES.ageGroup.options].map(
    ({ value, label }) => [value, label] as const,
  ),
  ...ROLES.map((role) => [role, ROLE_WORDS[role].label] as const),
  ...FULFILMENT_STATUSES.map((status) => [status, FULFILMENT_WORDS[status]] as const),
  ...Object.entries(ORDER_STATE_WORDS),
])

/**
 * A value with a unit as staff read it. A time is returned unchanged, because the screen shows it in the shop's time
 * zone.
 */
export function unitWords(value: NonNullable<AuditValue>, unit: AuditUnit): string {
  if (typeof value === 'number') {
    if (unit === 'money') return formatCents(signedCents(value))
    if (unit === 'percent') return `${value / 1_000}%`
    if (unit === 'grams') return `${value} g`
  }
  if (typeof value === 'string' && value !== '') {
    if (unit === 'country') return value === '*' ? 'Every other country' : (findCountry(value)?.name ?? value)
    if (unit === 'choice') return CHOICES.get(value) ?? sentence(value)
  }
  return String(value)
}

/** `wrong-password` as `Wrong password`. */
function sentence(choice: string): string {
  const words = choice.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
