import { MAX_GIFT_CARD, MIN_GIFT_CARD } from '#domain/catalog/gift-amounts.ts'
import { formatCents } from '#domain/money.ts'
import { COUNTRIES } from '#domain/places/countries.ts'
import {
  codeField,
  countField,
  flagField,
  lineField,
  linesField,
  timeField,
  chartField,
  choiceField,
  giftAmountsField,
  optionalPriceField,
} from '#domain/catalog/field-kinds.ts'

/** The heaviest product, in grams. */
const MAX_GRAMS = 100_000

const giftAmountsProblem = () =>
  `Enter amounts from ${formatCents(MIN_GIFT_CARD)} to ${formatCents(MAX_GIFT_CARD)}, such as 25, 50, 100, or a range such as 10-500, or leave it empty.`

/** For whom clothes are made, in the values of Google's product data. */
const GENDERS = [
  { value: 'female', label: 'Women' },
  { value: 'male', label: 'Men' },
  { value: 'unisex', label: 'Unisex' },
] as const

const AGE_GROUPS = [
  { value: 'adult', label: 'Adults' },
  { value: 'kids', label: 'Children, 5 to 13 years' },
  { value: 'toddler', label: 'Toddlers, 1 to 5 years' },
  { value: 'infant', label: 'Infants, 3 to 12 months' },
  { value: 'newborn', label: 'Newborns, up to 3 months' },
] as const

/** The fields of a product that the specification does not have. Each may stay empty. */
export const PRODUCT_ATTRIBUTES = {
  /** The price before a reduction: shown only while it is higher than the price. */
  compareAt: optionalPriceField({
    label: 'Compare-at price',
    column: 'compare_at_cents',
    problem: 'Enter the price before the reduction in dollars, in steps of 0.01, or leave it empty.',
    hint: 'The price before a reduction. Shown struck out while it is higher than the price.',
  }),
  draft: flagField({
    label: 'Draft',
    column: 'draft',
    problem: 'Say whether this is a draft: true or false.',
    hint: 'Only staff can see a draft.',
  }),
  publishedFrom: timeField({
    label: 'Published from',
    column: 'published_from',
    detail: 'Null or empty: at once.',
    problem: 'Enter a date and a time, or leave it empty.',
  }),
  soldFrom: timeField({
    label: 'Sold from',
    column: 'sold_from',
    detail:
      'Published before that, it is seen and cannot be bought. Null or empty: sold as soon as it is published.',
    problem: 'Enter a date and a time, or leave it empty.',
    hint: 'Until then customers see the product and cannot buy it. Empty: sold as soon as it is published.',
  }),
  publishedUntil: timeField({
    label: 'Published until',
    column: 'published_until',
    detail: 'Null or empty: without an end.',
    problem: 'Enter a date and a time, or leave it empty.',
  }),
  color: lineField({
    label: 'Colour',
    column: 'color',
    maxLength: 100,
    problem: 'Enter a colour of up to 100 characters.',
    hint: 'As customers would call it, such as Bone or Black/Red.',
  }),
  styleNumber: lineField({
    label: 'Style number',
    column: 'style_number',
    maxLength: 64,
    problem: 'Enter a style number of up to 64 characters.',
    hint: 'Products with the same style number are one piece in several colours.',
  }),
  gender: choiceField({
    label: 'Gender',
    column: 'gender',
    options: GENDERS,
    problem: 'Choose a gender, or none.',
  }),
  ageGroup: choiceField({
    label: 'Age group',
    column: 'age_group',
    options: AGE_GROUPS,
    problem: 'Choose an age group, or none.',
  }),
  /** The handle of a size chart; empty: the one of its category. */
  sizeChart: chartField({
    label: 'Size chart',
    column: 'size_chart',
    maxLength: 60,
    problem: 'Choose a size chart that is there, or that of its category.',
    hint: 'Charts beside those of the categories are written under Size charts.',
  }),
  /** In grams, of one unit with its wrapping; null: not known. */
  weight: countField({
    label: 'Weight in grams',
    column: 'weight_grams',
    most: MAX_GRAMS,
    problem: `Enter the weight in whole grams, up to ${MAX_GRAMS.toLocaleString('en')}, or leave it empty.`,
    detail: 'Grams of one unit, as a whole number or as typed. Null or empty: not known.',
  }),
  taxFree: flagField({
    label: 'Tax-free',
    column: 'tax_free',
    problem: 'Say whether no tax is charged: true or false.',
    hint: 'No tax is charged on this product.',
  }),
  /** Digits only. */
  hsCode: codeField({
    label: 'HS code',
    column: 'hs_code',
    maxLength: 20,
    pattern: /^\d{6}(?:\d{2}){0,2}$/,
    problem: 'Enter an HS code of 6, 8 or 10 digits, or leave it empty.',
    hint: 'The customs tariff number, such as 6109.10.',
  }),
  /** An ISO 3166-1 code. */
  origin: choiceField({
    label: 'Country of origin',
    column: 'origin_country',
    options: COUNTRIES.map(({ code: value, name: label }) => ({ value, label })),
    problem: 'Choose a country, or none.',
    hint: 'Where it was made, for customs.',
  }),
  giftAmounts: giftAmountsField({
    label: 'Gift card amounts',
    column: 'gift_amounts',
    problem: giftAmountsProblem,
    hint: 'Makes it a gift card, sold for these amounts in dollars: 25, 50, 100, or a range such as 10-500. Price and sizes follow from them. Nothing is shipped, taxed or reduced.',
  }),
  searchTitle: lineField({
    label: 'Title in search results',
    column: 'search_title',
    maxLength: 120,
    problem: 'Keep the title in search results to 120 characters.',
    hint: 'And in link previews. Empty: the name.',
  }),
  searchDescription: linesField({
    label: 'Text in search results',
    column: 'search_description',
    maxLength: 320,
    problem: 'Keep the text in search results to 320 characters of plain text.',
    hint: 'And in link previews. Empty: the description.',
  }),
}

/** The fields that shoppers get as they are stored, on the page of the product. */
export const SHOWN_AS_STORED = ['id', 'name', 'description'] as const

/** The groups of the form that are folded up, in its order, each with its fields. */
export const FIELD_GROUPS = [
  { label: 'Publishing', fields: ['draft', 'publishedFrom', 'soldFrom', 'publishedUntil'] },
  { label: 'Colour and fit', fields: ['color', 'styleNumber', 'gender', 'ageGroup', 'sizeChart'] },
  { label: 'Shipping and tax', fields: ['weight', 'taxFree', 'hsCode', 'origin'] },
  { label: 'Gift card', fields: ['giftAmounts'] },
  { label: 'Search engines', fields: ['searchTitle', 'searchDescription'] },
] as const satisfies { label: string; fields: (keyof typeof PRODUCT_ATTRIBUTES)[] }[]
