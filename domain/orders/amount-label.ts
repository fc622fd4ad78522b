/** How an amount can be called. `items` and `beyond`: as parts of a refund. */
export const LABEL_KINDS = [
  'own',
  'tax',
  'shipping',
  'estimated-shipping',
  'duty',
  'not-charged',
  'price-change',
  'items',
  'beyond',
] as const

/**
 * What an amount of an order is called. `own`: in the words of owners or staff. The others are the shop's words, in the
 * language of whoever reads them.
 */
export interface AmountLabel {
  kind: (typeof LABEL_KINDS)[number]
  /** Of `own`, and what owners call a tax or a shipping method; absent: the shop's word for it. */
  name?: string
  /** The rate of a tax, where it stands beside its name; in thousandths of a percent. */
  milliPercent?: number
}

/** The words of these labels in one language: `words/en/totals.ts`. */
export interface LabelWords {
  tax: string
  shipping: string
  method: (shipping: string, name: string) => string
  withRate: (tax: string, percent: number) => string
  labels: Readonly<Record<Exclude<AmountLabel['kind'], 'own' | 'tax' | 'shipping'>, string>>
}

/** A label in words: `GST (5%)`, `Shipping (Express)`, `Import duty`. */
export function labelText({ kind, name, milliPercent }: AmountLabel, words: LabelWords): string {
  const text = nameText(kind, name, words)
  return milliPercent === undefined ? text : words.withRate(text, milliPercent / 1_000)
}

function nameText(kind: AmountLabel['kind'], name: string | undefined, words: LabelWords): string {
  switch (kind) {
    case 'own':
      return name ?? ''
    case 'tax':
      return name ?? words.tax
    case 'shipping':
      return name === undefined ? words.shipping : words.method(words.shipping, name)
    default:
      return words.labels[kind]
  }
}

/** Whether two amounts are called the same. */
export function isSameLabel(one: AmountLabel, other: AmountLabel): boolean {
  return one.kind === other.kind && one.name === other.name && one.milliPercent === other.milliPercent
}
