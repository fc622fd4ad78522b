import { describe, expect, test } from 'vitest'
import { english } from '#words/en/english.ts'
import { french } from '#words/fr/french.ts'
import type { Words } from '#words/languages.ts'

/** Complete by its type: a missing sentence, or one with other values, does not compile. */
const WORDS: Words = french

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
  'mails/problems',
  'mails/staff',
  'mails/tasks',
  'own-order.byEmail.fulfilled',
  'own-order.byEmail.partially-fulfilled',
  'own-order.byEmail.unfulfilled',
]

/** The same in both languages: names, examples, words that French has too, and values alone. */
const ALIKE = new Set([
  'cart.giftName',
  'cart.total',
  'checkout/checkout.endOfSentence',
  'checkout/checkout.total',
  'checkout/fields.forStaff',
  'checkout/fields.form.postalCodes.eircode',
  'checkout/fields.form.regions.province',
  'checkout/fields.postalCodes.eircode',
  'checkout/fields.regions.province',
  'checkout/refusals.minutes',
  'checkout/test-gateway.cvc',
  'checkout/test-gateway.walletPlace',
  'checkout/test-gateway.walletTotal',
  'draw.number',
  'drop-room.number',
  'frame.brand',
  'frame.menu',
  'frame.moreThan99',
  'frame.pageTitle',
  'home.descriptionOf',
  'mails/gift-card.code',
  'mails/layout.logo',
  'mails/layout.sender',
  'mails/layout.shop',
  'pages/about.values.2.name',
  'pages/contact.message',
  'partner.columns.net',
  'product.centimetres',
  'product.description',
  'product.images',
  'product.notMeasured',
  'promotions.named',
  'returns.methodWith',
  'search-engines.brand',
  'shop.pages',
  'shop.titleOfPage',
  'suggestions.suggestions',
  'totals.method',
  'totals.rows.method',
  'totals.rows.total',
  'totals.total',
])

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

interface Text {
  /** Its module and names, such as `pages/about.values.0.text`. */
  path: string
  /** Where it is, and the values that it was called with. */
  at: string
  said: string
}

/** Every text of a language, with every function called. */
function textsIn(words: Words): Text[] {
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

const TEXTS = textsIn(WORDS)

/** Where a text has what it should not have. */
const found = (fault: RegExp) =>
  TEXTS.filter(({ said }) => fault.test(said)).map(({ at, said }) => `${at}: ${said}`)

describe('The French of the shop', () => {
  test('is read whole, with its functions', () => {
    expect(TEXTS.length).toBeGreaterThan(1_500)
  })

  test.each([
    ['a colon has a no-break space before it', /(?<!\u00A0):/],
    ['guillemets have no-break spaces inside', /«(?!\u00A0)|(?<!\u00A0)»/],
    ['percent and dollar signs have a no-break space before them', /(?<!\u00A0)[%$]/],
    ['thousands have no-break spaces', /\d \d{3}(?!\d)(?! \d{4})/],
    ['no space stands before other marks', /[ \u00A0][;!?,.](?!\.)/],
    ['apostrophes and quotes are not straight', /['"“”‘]/],
    ['there are no double spaces', /[ \u00A0]{2}/],
  ])('%s', (_rule, fault) => {
    expect(found(fault)).toEqual([])
  })

  test('no name follows a word that changes before it', () => {
    const faults = functionsIn(WORDS).flatMap(([path, source]) =>
      [...source.matchAll(/(?<!\p{L})(?:de|du|des|le|la|que|qu’|ne|se|au|aux) \$\{(\w+)\}/gu)]
        .filter(([, value = '']) => NAMES.has(value))
        .map(([text]) => `${path}: ${text}`),
    )
    expect(faults).toEqual([])
  })

  test('nothing is left in English, names and a few words apart', () => {
    const inEnglish = new Map(textsIn(english).map(({ at, said }) => [at, said]))
    const same = TEXTS.filter(({ at, said }) => said !== '' && inEnglish.get(at) === said)
    const paths = new Set(same.map(({ path }) => path))
    expect([...paths].filter((path) => !ALIKE.has(path))).toEqual([])
    expect([...ALIKE].filter((path) => !paths.has(path))).toEqual([])
  })

  test('0 and 1 are singular', () => {
    expect([0, 1, 2].map(WORDS.shop.items)).toEqual(['0 article', '1 article', '2 articles'])
    expect([1, 2].map((most) => WORDS.shipping.days(most, most))).toEqual([
      '1 jour ouvrable',
      '2 jours ouvrables',
    ])
  })

  test('taxes have their names in Quebec', () => {
    const { totals } = WORDS
    expect(totals.withRate('QST', 9.975).replaceAll('\u00A0', ' ')).toBe('TVQ (9,975 %)')
    expect(totals.withRate('GST', 5).replaceAll('\u00A0', ' ')).toBe('TPS (5 %)')
  })

  test('a sentence about money is known by its words', () => {
    const { 'checkout/checkout': checkout, 'checkout/refusals': refusals } = french
    const aboutMoney = [
      checkout.noSecretNow,
      checkout.stillUnknown,
      checkout.unsure,
      checkout.refunded,
      checkout.overLimit,
      checkout.paidApart('1001'),
      refusals.busy,
      refusals.tooManyDeclines('5 minutes'),
    ]
    for (const text of aboutMoney) expect(text).toMatch(checkout.aboutMoney)
    expect(checkout.noMessage).not.toMatch(checkout.aboutMoney)
    expect(checkout.cardIncomplete).not.toMatch(checkout.aboutMoney)
    expect(checkout.noSecretNow).toContain(` ${checkout.nothingCharged}`)
  })
})

/** The values that are names, which may begin with a vowel, or be of either gender. */
const NAMES = new Set([
  'category',
  'country',
  'drop',
  'item',
  'line',
  'name',
  'place',
  'product',
  'promotion',
  'query',
  'sender',
  'shop',
  'what',
])

function functionsIn(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'function') return [[path, String(value)]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => functionsIn(inner, `${path}/${name}`))
}
