import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NO_CHOICES } from '#domain/checkout/checkout-choices.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { COUNTRIES } from '#domain/places/countries.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { english } from '#words/en/english.ts'
import { french } from '#words/fr/french.ts'
import { PageWords } from '#web/ui/use-words.ts'
import CheckoutForm from './checkout-form.tsx'
import { NEW_CHECKOUT, type CheckoutState } from './checkout-state.ts'
import { NEW_VALUES } from './checkout-values.ts'
import { AddressChoice } from './own-addresses.tsx'
import type { Checkout } from './use-checkout.ts'
import type { Words } from '#words/languages.ts'

/** The form in a given state of the checkout. */
function form(state: Partial<CheckoutState>, cardBoxReady: boolean, words = english as Words): string {
  const nothing = { current: null }
  const checkout: Checkout = {
    state: { ...NEW_CHECKOUT, ...state },
    values: NEW_VALUES,
    lines: [],
    countries: null,
    unserved: null,
    days: null,
    choices: NO_CHOICES,
    tariff: TARIFF,
    methodInstead: null,
    quote: null,
    choose: () => undefined,
    totals: priceCart([], { destination: null, tariff: TARIFF }),
    form: nothing,
    errorBlock: nothing,
    cardBox: nothing,
    cardBoxReady,
    setCardBoxReady() {},
    change() {},
    fill() {},
    async submit() {},
    isEnding: false,
    isReturning: false,
    paidApart: null,
  }
  return renderToString(
    <PageWords value={words}>
      <CheckoutForm checkout={checkout} cardEntry={{ gateway: 'test', settings: {} }} />
    </PageWords>,
  )
}

const button = (html: string) => /<button type="submit".*?<\/button>/s.exec(html)?.[0]

test('Pay Now is enabled only when a card can be entered', () => {
  expect(button(form({}, true))).toMatch(/Pay Now/)
  expect(button(form({}, true))).not.toContain('disabled')
  expect(button(form({}, false))).toMatch(/disabled="".*Pay Now/)
})

test('during a payment the button says Processing... and everything is disabled', () => {
  const html = form({ phase: 'working' }, true)
  expect(button(html)).toMatch(/disabled="".*Processing\.\.\./)
  expect(html.match(/<fieldset[^>]* disabled=""/g)).toHaveLength(2)
})

test('a payment that takes longer shows the reason above the button', () => {
  const html = form({ phase: 'working', waiting: 'A lot of people are ordering right now.' }, true)
  expect(html).toMatch(/role="status">A lot of people are ordering right now\.<\/p><button/)
  expect(button(html)).toContain('Processing...')
})

test('the form asks for contact, delivery and payment, and shows the error above the button', () => {
  const html = form({ error: 'Payment not successful' }, true)
  const headings = html.match(/<h2.*?<\/h2>/gs)?.map((heading) => heading.replaceAll(/<[^>]*>/g, ''))
  expect(headings).toEqual(['Contact', 'Delivery', 'Payment'])
  const labels = html.match(/<label.*?<\/label>/gs)?.map((label) => label.replaceAll(/<[^>]*>/g, ''))
  expect(labels?.slice(0, 9)).toEqual([
    'Email',
    'Phone',
    'Country',
    'Full name',
    'Address',
    'Apartment, suite (optional)',
    'City',
    'Province',
    'Postal code',
  ])
  expect(html).toMatch(
    /role="alert"[^>]*>Payment not successful<\/p><p[^>]* role="status"><\/p><button type="submit"/,
  )
})

test('countries have the names and the order of the language of the page', () => {
  const named = (words: Words) => {
    const [, list = ''] = /<select[^>]*name="country".*?>(.*?)<\/select>/s.exec(form({}, true, words)) ?? []
    return Array.from(list.matchAll(/value="(..)"[^>]*>([^<]*)</g), ([, code = '', name]) => [code, name])
  }
  expect(named(french)).toEqual(Object.entries(french.countries.names))
  expect(named(english)).toEqual(COUNTRIES.map(({ code, name }) => [code, name]))
})

test.each([english, french] as Words[])(
  'earlier addresses are offered by name, where the shop ships',
  (words) => {
    const place = { name: 'Ada', phone: '306 555 0123', city: 'Saskatoon', region: '', postal: 'S7K 1A1' }
    const offer = (countries: string[] | null) =>
      renderToString(
        <PageWords value={words}>
          <AddressChoice
            addresses={[
              { ...place, address: '1 Elm St', country: 'CA' },
              { ...place, address: '2 Elm St', country: 'FR' },
            ]}
            countries={countries}
            fill={() => undefined}
          />
        </PageWords>,
      )
    expect(offer(null).match(/<button/g)).toHaveLength(2)
    const html = offer(['CA'])
    expect(html).toContain(`role="group" aria-label="${words['checkout/checkout'].ownAddresses}"`)
    expect(html).toMatch(/<button[^>]*>Ada, 1 Elm St, Saskatoon, S7K 1A1<\/button><p role="status">/)
    expect(html).not.toContain('2 Elm St')
    expect(offer(['US'])).toBe('')
  },
)
