/** The shipping address of every order in a run. */
export const CUSTOMER = {
  phone: '306 555 0123',
  address: '12 Broadway Ave',
  city: 'Saskatoon',
  country: 'CA',
  region: 'Saskatchewan',
  postal: 'S7K 1A1',
}
