import type { Words } from '#words/languages.ts'

/** What stays as it is: the emails that only staff and owners read, data, and what no page shows. */
const APART = [
  'checkout/test-gateway.walletAddresses',
  'checkout/test-gateway.walletName',
  'checkout/test-gateway.walletOwner',
  'checkout/test-gateway.walletPhone',
  'mails/alerts',
  'mails/backups',
  'mails/lost-payments.alert',
  'mails/operations.afterABounce',
  'mails/operations.connection',
  'mails/operations.contactFacts',
  'mails/operations.contactMessage',
  'mails/operations.givenUp',
  'mails/operations.test',
  'mails/operations.withoutHeaders',
  'mails/problems',
  'mails/staff',
  'mails/tasks',
  'own-order.byEmail.fulfilled',
  'own-order.byEmail.partially-fulfilled',
  'own-order.byEmail.unfulfilled',
]

const link = (text: string) => text
const NONE_OR_ATELIER = ['', 'Atelier']
/** Values for the functions that do not take a few texts and numbers. */
const VALUES: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  'cart.giftName': NONE_OR_ATELIER.map((to) => ['Atelier', '50,00\u00A0$', to]),
  'cart.limited': [0, 1, 3].map((left) => [{ most: 3, left }, 'Atelier']),
  'checkout/fields.postalElsewhere': [['H2X 1Y4', ['Ontario', 'Nunavut'], 'Code postal', 'Province']],
  'checkout/refusals.dutyNote': [['ddp'], ['dap']],
  'in-list.inList': [[['Atelier', 'France', 'Japon']]],
  'language.plural': [],
  'mails/payment-links.change': [
    ['items', '1 x Atelier', '2 x Atelier'],
    ['address', 'Atelier', 'Atelier'],
  ],
  'mails/orders.shipped.sent': NONE_OR_ATELIER.map((carrier) => ['1001', carrier]),
  'mails/orders.shippedPart.sent': NONE_OR_ATELIER.map((carrier) => ['1001', carrier]),
  'mails/orders.shippedRest.sent': NONE_OR_ATELIER.map((carrier) => ['1001', carrier]),
  'own-order.giftOn': NONE_OR_ATELIER.map((to) => [to, '26 novembre 2026']),
  'own-order.giftSent': NONE_OR_ATELIER.map((to) => [to, '26 novembre 2026']),
  'own-order.giftTo': NONE_OR_ATELIER.map((to) => [to]),
  'pages/delivery-returns.whereTextTo': [[['Atelier', 'France', 'Japon']]],
  'shipping.days': [
    [1, 1],
    [5, 5],
    [7, 14],
  ],
  'totals.giftCard': [[''], ['1234']],
  'totals.paidBy': [[''], ['1234']],
}
/** For every other function: each of its values is this one. */
const ANY = [0, 1, 2, 120, 'Atelier', 'atelier']

export interface Text {
  /** Its module and names, such as `pages/about.values.0.text`. */
  path: string
  /** Where it is, and the values that it was called with. */
  at: string
  said: string
}

/** Every text of a language, with every function called. */
export function textsIn(words: Words): Text[] {
  const texts: Text[] = []
  const read = (path: string, values: string, value: unknown) => {
    if (typeof value === 'string') texts.push({ path, at: path + values, said: value })
    else if (typeof value === 'function') for (const made of callsOf(path, value)) read(path, ...made)
    else if (Array.isArray(value) && values !== '')
      read(path, values, value.map((piece) => (typeof piece === 'string' ? piece : 'Atelier')).join(''))
    else if (typeof value === 'object' && value !== null && !(value instanceof RegExp))
      for (const [name, inner] of Object.entries(value)) read(`${path}.${name}`, values, inner)
  }
  for (const [module, names] of Object.entries(words)) read(module, '', names)
  return texts.filter(({ path }) => !APART.some((apart) => path === apart || path.startsWith(`${apart}.`)))
}

function callsOf(path: string, said: Function): [string, unknown][] {
  const known = VALUES[path]
  if (known) return known.map((values) => [`(${JSON.stringify(values)})`, said(...values)])
  const made = ANY.flatMap((value): [string, unknown][] => {
    try {
      return [[`(${JSON.stringify(value)})`, said(value, value, value, value)]]
    } catch {
      return [] // it takes a link, or no number
    }
  })
  if (made.length > 0) return made
  return [['(a link)', said(link, link, link, link)]]
}
