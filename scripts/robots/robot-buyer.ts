export const CUSTOMER = {
  name: 'Bench Buyer',
  email: 'buyer@bench.example',
  phone: '+1 306 555 0100',
  address: '1 Broadway Avenue',
  city: 'Saskatoon',
  country: 'CA',
  region: 'Saskatchewan',
  postal: 'S7N 1B2',
}
export const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' }

/** Everyone has a card of their own: any date and code will do. */
export function cardOf(turn: number): typeof CARD {
  const two = (value: number) => String(value).padStart(2, '0')
  const cvc = String(turn % 1_000).padStart(3, '0')
  return {
    ...CARD,
    cvc,
    expiry: `${two(1 + (Math.floor(turn / 1_000) % 12))} / ${40 + Math.floor(turn / 12_000)}`,
  }
}
