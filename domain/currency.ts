/** Placeholder until the table lands. */
export type CurrencyCode = string
