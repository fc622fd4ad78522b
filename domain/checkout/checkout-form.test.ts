import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHECKOUT_FIELDS, CHECKOUT_LIMITS, checkCheckoutForm, type CheckoutField } from './checkout-form.ts'
import { COUNTRIES } from '#domain/places/countries.ts'
import * as words from '#words/en/checkout/fields.ts'
import { needsRegion, REGIONS } from '#domain/places/regions.ts'

const filled = {
  email: 'ada@example.com',
  phone: '+1 306 555 0100',
  name: 'Ada Lovelace',
  address: '12 Broadway Ave, Apt 4',
  city: 'Saskatoon',
  country: 'CA',
  region: 'Saskatchewan',
  postal: 'S7N 1B3',
}

const check = (values: unknown) => checkCheckoutForm(values, words.form)

function errorsOf(fields: object) {
  const result = check({ ...filled, ...fields })
  return 'errors' in result ? result.errors : {}
}

describe('the checkout form', () => {
  test('is parsed into a customer', () => {
    expect(check(filled)).toEqual({ customer: filled })
  })

  test('is trimmed, and unknown fields are left out', () => {
    const padded = Object.fromEntries(Object.entries(filled).map(([field, value]) => [field, ` ${value}\n`]))
    expect(check({ ...padded, admin: true, total: 1 })).toEqual({ customer: filled })
  })

  test('drops invisible characters, which could reverse the text beside a name', () => {
    const hidden = Object.fromEntries(
      Object.entries(filled).map(([field, value]) => [field, `\ufeff\u202e${value}\u200b\u2069`]),
    )
    expect(check(hidden)).toEqual({ customer: filled })
    expect(errorsOf({ name: '\u202e\u200b' })).toEqual({ name: 'Enter your full name.' })
  })

  test.each([
    ['s7n1b3', 'S7N 1B3'],
    ['S7N-1B3', 'S7N 1B3'],
  ])('writes the Canadian postal code %s as %s', (postal, written) => {
    expect(check({ ...filled, postal })).toEqual({ customer: { ...filled, postal: written } })
    const abroad = { ...filled, country: 'FR', region: '', postal }
    expect(check(abroad)).toEqual({ customer: abroad })
  })

  test.each([{}, null, undefined, 'x', 7, []])('%j reports an error for each required field', (values) => {
    expect(check(values)).toEqual({
      errors: {
        email: 'Enter your email address.',
        phone: 'Enter your phone number.',
        name: 'Enter your full name.',
        address: 'Enter your address.',
        city: 'Enter your city.',
        country: 'Choose your country.',
        postal: 'Enter your postal code.',
      },
    })
  })

  test.each(CHECKOUT_FIELDS)('reports an error in %s alone', (field) => {
    for (const value of ['', '  ', '\u200b', '...', 7, null, ['x'], {}]) {
      expect(Object.keys(errorsOf({ [field]: value }))).toEqual([field])
    }
  })

  test.each(Object.keys(CHECKOUT_LIMITS) as CheckoutField[])('limits the length of %s', (field) => {
    expect(errorsOf({ [field]: 'a1'.repeat(200) })[field]).toMatch(/.+\./)
  })

  test.each(['name', 'address', 'city', 'postal'] as const)('refuses control characters in %s', (field) => {
    for (const character of ['\n', '\r', '\t', '\0', '\u001b', '\u007f', '\u0085', '\u2028', '\ud800']) {
      expect(errorsOf({ [field]: `Main${character}Street 1` })[field]).toContain("can't be printed")
    }
  })

  test('needs a deliverable email address', () => {
    expect(errorsOf({ email: 'ada' })).toEqual({ email: 'Enter a valid email address.' })
    expect(errorsOf({ email: 'a@b.ca, c@d.ca' })).toEqual({ email: 'Enter a valid email address.' })
  })

  test('needs six digits in a phone number, in any notation', () => {
    expect(errorsOf({ phone: '12345' })).toEqual({ phone: 'Enter a phone number with at least 6 digits.' })
    for (const phone of ['123456', '(306) 555-0100 ext. 7', '+234 803 123 4567', '٠١٢٣٤٥']) {
      expect(errorsOf({ phone })).toEqual({})
    }
  })

  test('adds an apartment or suite to the end of the address line', () => {
    const typed = { ...filled, address: '12 Broadway Ave ', apartment: ' Apt 4\u200b' }
    expect(check(typed)).toEqual({ customer: { ...filled, address: '12 Broadway Ave, Apt 4' } })
    expect(errorsOf({ address: '', apartment: 'Apt 4' })).toEqual({ address: 'Enter your address.' })
    expect(errorsOf({ address: 'a'.repeat(199), apartment: 'Apt 4' })).toEqual({
      address: 'Keep the address to 200 characters.',
    })
  })

  test('asks for the postal code by its local name', () => {
    expect(errorsOf({ country: 'US', region: 'Ohio', postal: '' })).toEqual({
      postal: 'Enter your ZIP code.',
    })
    expect(errorsOf({ country: 'FR', postal: '.' })).toEqual({ postal: 'Enter your postal code.' })
  })

  test.each(['District of Columbia', 'Puerto Rico', 'Guam', 'Armed Forces Europe'])(
    'accepts an address in %s',
    (region) => {
      expect(errorsOf({ country: 'US', region, postal: '20001' })).toEqual({})
    },
  )

  test.each(['HK', 'AE', 'QA', 'PA', 'JM', 'GH'])('needs no postal code in %s, and keeps one', (country) => {
    for (const postal of ['', 'GA-184-1234']) {
      const typed = { ...filled, country, region: 'Central', postal }
      expect(check(typed)).toEqual({ customer: typed })
    }
  })

  test.each(['AE', 'BR', 'JP', 'IT'])('needs a region in %s', (country) => {
    expect(errorsOf({ country, region: ' ', postal: '10000' })).toEqual({ region: 'Choose your region.' })
  })

  test.each(['ZZZ 9Z9', 'D7N 1B4', 'S7N 1D4', 'S7N', '90210'])(
    'refuses the Canadian postal code %s',
    (postal) => {
      expect(errorsOf({ postal })).toEqual({ postal: 'Check your postal code. It should look like S7N 1B4.' })
    },
  )

  test('needs a letter in a city', () => {
    expect(errorsOf({ city: '12345' })).toEqual({ city: 'Enter your city.' })
  })

  test('accepts names and places in every script', () => {
    for (const name of [
      'Nguyễn Văn An',
      '山田 太郎',
      'Ọlá',
      'María-José O’Neil',
      'عمر',
      'X Æ A-12',
      'J. R.',
    ]) {
      expect(errorsOf({ name, city: name })).toEqual({})
    }
  })
})

describe('the region', () => {
  test.each(Object.keys(REGIONS))('must be from the list in %s', (country) => {
    const label = words.regions[REGIONS[country]!.kind].toLowerCase()
    for (const region of ['', 'Atlantis', 'constructor']) {
      expect(errorsOf({ country, region })).toEqual({ region: `Choose your ${label}.` })
    }
    for (const region of REGIONS[country]?.names ?? []) expect(errorsOf({ country, region })).toEqual({})
  })

  test('may be anything elsewhere, and empty where addresses need none', () => {
    for (const { code } of COUNTRIES) {
      if (code in REGIONS) continue
      expect(errorsOf({ country: code, region: '' }).region !== undefined, code).toBe(needsRegion(code))
      expect(errorsOf({ country: code, region: 'Bavaria' })).toEqual({})
    }
    const { region: _, ...without } = { ...filled, country: 'DE' }
    expect(check(without)).toEqual({ customer: { ...filled, country: 'DE', region: '' } })
  })

  test('is validated while other fields are still invalid', () => {
    expect(errorsOf({ name: '', region: '' })).toEqual({
      name: 'Enter your full name.',
      region: 'Choose your province.',
    })
  })

  test.each(['ZZ', 'ca', 'Canada', 'AQ'])(
    'is not validated in %s, which is not a listed country',
    (country) => {
      expect(errorsOf({ country })).toEqual({ country: 'Choose your country.' })
    },
  )
})

test('every input gives either a customer within the limits or at least one error', () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.record(Object.fromEntries(CHECKOUT_FIELDS.map((f) => [f, fc.string()]))),
  )
  fc.assert(
    fc.property(anything, (values) => {
      const result = check(values)
      if ('errors' in result) expect(Object.keys(result.errors).length).toBeGreaterThan(0)
      else expect(Object.keys(result.customer).sort()).toEqual([...CHECKOUT_FIELDS].sort())
    }),
    { numRuns: 500 },
  )
})
