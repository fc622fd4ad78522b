import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CHECKOUT_FIELDS, type CheckoutErrors, type CheckoutField } from '#domain/checkout/checkout-form.ts'
import { NO_CHOICES } from '#domain/checkout/checkout-choices.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import CheckoutForm from './checkout-form.tsx'
import { NEW_CHECKOUT } from './checkout-state.ts'
import { NEW_VALUES, type CheckoutValues } from './checkout-values.ts'
import type { Checkout } from './use-checkout.ts'

/** The attributes of each form field, by field name. */
function fieldsOf(
  fieldErrors: CheckoutErrors,
  typed: Partial<CheckoutValues> = {},
): { html: string; fields: Map<string, Map<string, string>> } {
  const nothing = { current: null }
  const checkout: Checkout = {
    state: { ...NEW_CHECKOUT, fieldErrors },
    values: { ...NEW_VALUES, ...typed },
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
    cardBoxReady: true,
    setCardBoxReady() {},
    change() {},
    fill() {},
    async submit() {},
    isEnding: false,
    isReturning: false,
    paidApart: null,
  }
  const html = renderToStaticMarkup(
    <CheckoutForm checkout={checkout} cardEntry={{ gateway: 'test', settings: {} }} />,
  )
  const fields = Array.from(html.matchAll(/<(?:input|select) ([^>]*)>/g), ([, text = '']) => {
    const pairs = Array.from(text.matchAll(/([\w-]+)="([^"]*)"/g), ([, name = '', value = '']) => {
      return [name.toLowerCase(), value] as const
    })
    return new Map(pairs)
  })
  return { html, fields: new Map(fields.map((attributes) => [attributes.get('name') ?? '', attributes])) }
}

const AUTOFILL: Record<CheckoutField | 'apartment', string> = {
  email: 'email',
  phone: 'tel',
  name: 'shipping name',
  address: 'shipping address-line1',
  apartment: 'shipping address-line2',
  city: 'shipping address-level2',
  country: 'shipping country',
  region: 'shipping address-level1',
  postal: 'shipping postal-code',
}

test.each(Object.entries(AUTOFILL))('autofill knows what to enter in %s', (field, hint) => {
  expect(fieldsOf({}).fields.get(field)?.get('autocomplete')).toBe(hint)
})

test('autofill never fills in a card', () => {
  const { fields } = fieldsOf({})
  for (const name of ['card-number', 'card-expiry', 'card-cvc']) {
    expect(fields.get(name)?.get('autocomplete')).toBe('off')
    expect(fields.get(name)?.get('inputmode')).toBe('numeric')
  }
})

test('a phone shows the right keyboard, and its enter key moves to the next field', () => {
  const { fields } = fieldsOf({})
  expect(fields.get('email')?.get('type')).toBe('email')
  expect(fields.get('email')?.get('inputmode')).toBe('email')
  expect(fields.get('phone')?.get('type')).toBe('tel')
  expect(fields.get('phone')?.get('inputmode')).toBe('tel')
  for (const field of ['email', 'phone', 'name', 'address', 'city', 'postal']) {
    expect(fields.get(field)?.get('enterkeyhint')).toBe('next')
  }
  expect(fields.get('card-cvc')?.get('enterkeyhint')).toBe('done')
})

test('no field is read out as invalid before it is touched', () => {
  const { fields } = fieldsOf({})
  expect(fields.get('region')?.has('required')).toBe(true)
  expect(fields.get('region')?.get('aria-invalid')).toBe('false')
})

test('the postal code has its local name and an example, and an apartment is optional', () => {
  expect(fieldsOf({}).html).toMatch(/Postal code<\/label>.*?For example S7N 1B4/)
  const abroad = fieldsOf({}, { country: 'US' })
  expect(abroad.html).toMatch(/ZIP code<\/label>.*?For example 90210/)
  expect(abroad.html).toContain('>State</label>')
  expect(abroad.fields.get('apartment')?.has('required')).toBe(false)
})

test.each(CHECKOUT_FIELDS)('the error of %s is shown beside the field, and linked to it', (field) => {
  const { html, fields } = fieldsOf({ [field]: `Something is wrong with ${field}.` })
  const wrong = fields.get(field)
  expect(wrong?.get('aria-invalid')).toBe('true')
  expect(html).toMatch(
    new RegExp(
      `<p id="${wrong?.get('aria-describedby')?.split(' ').at(-1)}"[^>]*>Something is wrong with ${field}\\.</p>`,
    ),
  )
  const others = CHECKOUT_FIELDS.filter((other) => other !== field)
  expect(others.filter((other) => fields.get(other)?.get('aria-invalid') === 'true')).toEqual([])
})
