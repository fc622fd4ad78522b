import { describe, expect, test } from 'vitest'
import { english } from '#words/en/english.ts'
import { french } from '#words/fr/french.ts'
import { textsIn } from '#test/words/texts-in.ts'
import type { Words } from '#words/languages.ts'

/** Complete by its type: a missing sentence, or one with other values, does not compile. */
const WORDS: Words = french

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
  'fit.summary',
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
