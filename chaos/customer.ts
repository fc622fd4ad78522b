/** Where every parcel of a run would go. */
export const CUSTOMER = {
  phone: '306 555 0123',
  address: '12 Broadway Ave',
  city: 'Saskatoon',
  country: 'CA',
  region: 'Saskatchewan',
  postal: 'S7K 1A1',
}
