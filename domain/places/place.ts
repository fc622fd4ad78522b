/** A country by its two-letter code, and a region as written in the checkout form; blank: the whole country. */
export interface Place {
  country: string
  region: string
}

/** Where an order goes, as far as its price depends on it. */
export interface Destination extends Place {
  postal: string
}
