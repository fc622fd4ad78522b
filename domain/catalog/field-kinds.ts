import * as v from 'valibot'
import { giftAmountsText, parseGiftAmounts, type GiftAmounts } from './gift-amounts.ts'
import { centsFromDollars, dollars, MAX_CHARGE, type Cents } from '#domain/money.ts'
import { withoutInvisible } from '#domain/plain-text.ts'

/**
 * The description of a field that is stored in one column. `problem`: the form's error for a wrong value. The kinds
 * below add `schema` for typed input, `answer` for the response of the API, and `empty` for optional fields.
 */
interface ColumnField<Column extends string> {
  label: string
  column: Column
  problem: string
  /** What the form says below the input. */
  hint?: string
}

const CONTROL = /[\p{Cc}\p{Cs}]/u
const CONTROL_BUT_LINES = /[^\P{Cc}\n\t]|\p{Cs}/u

const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A number, or the text of a number field; an empty text is null. */
const typedNumber = v.pipe(
  v.optional(v.nullable(v.union([v.number(), v.string()])), null),
  v.transform((value) => (typeof value === 'string' ? numberOf(value.trim()) : value)),
)

/** A field for a text on one line, which may stay empty. */
export function lineField<C extends string>(field: ColumnField<C> & { maxLength: number }) {
  return {
    ...field,
    input: 'line' as const,
    answer: v.string(),
    empty: '',
    schema: v.message(oneLine(field.maxLength), field.problem),
  }
}

/** A field for a text on one line, which may not. */
export function requiredLineField<C extends string>(field: ColumnField<C> & { maxLength: number }) {
  const { empty: _empty, ...kind } = lineField(field)
  const text = v.pipe(oneLine(field.maxLength), v.minLength(1))
  return { ...kind, schema: v.message(text, field.problem) }
}

/** A field for a text of several lines, which may stay empty. */
export function linesField<C extends string>(field: ColumnField<C> & { maxLength: number }) {
  const text = plainText(field.maxLength, CONTROL_BUT_LINES, (typed) => typed.replaceAll('\r\n', '\n'))
  return {
    ...field,
    input: 'lines' as const,
    answer: v.string(),
    empty: '',
    schema: v.message(text, field.problem),
  }
}

/** A field for a whole number from 0 to `most`, or none. `detail`: what the API says about it. */
export function countField<C extends string>(field: ColumnField<C> & { most: number; detail: string }) {
  const number = v.nullable(v.pipe(wholeNumber, v.maxValue(field.most)))
  return {
    ...field,
    input: 'count' as const,
    answer: v.nullable(wholeNumber),
    empty: null,
    schema: v.message(v.pipe(typedNumber, number), field.problem),
  }
}

/** A field for a code on one line, which may stay empty. Spaces and dots in it mean nothing. */
export function codeField<C extends string>(field: ColumnField<C> & { maxLength: number; pattern: RegExp }) {
  const typed = v.pipe(
    oneLine(field.maxLength),
    v.transform((text) => text.replaceAll(/[\s.]/g, '')),
    v.check((text) => text === '' || field.pattern.test(text)),
  )
  return {
    ...field,
    input: 'line' as const,
    answer: v.string(),
    empty: '',
    schema: v.message(typed, field.problem),
  }
}

/** A yes-or-no field; no when it is left out. */
export function flagField<C extends string>(field: ColumnField<C>) {
  const ticked = v.pipe(
    v.optional(v.union([v.boolean(), v.picklist(['', 'true', 'false'])]), false),
    v.transform((typed) => typed === true || typed === 'true'),
  )
  return {
    ...field,
    input: 'flag' as const,
    answer: v.boolean(),
    empty: false,
    schema: v.message(ticked, field.problem),
  }
}

/** A field for a moment, in epoch milliseconds or as an ISO 8601 text with its offset, or none. */
export function timeField<C extends string>(field: ColumnField<C> & { detail: string }) {
  const time = v.pipe(
    v.optional(v.nullable(v.union([v.number(), v.string()])), null),
    v.transform((typed) => (typeof typed === 'string' ? timeOf(typed.trim()) : typed)),
    v.nullable(v.pipe(wholeNumber, v.maxValue(MAX_TIME_MS))),
  )
  return {
    ...field,
    input: 'moment' as const,
    answer: v.nullable(wholeNumber),
    empty: null,
    schema: v.message(time, field.problem),
  }
}

/** A field for an amount, typed in dollars and stored in cents, or none. */
export function optionalPriceField<C extends string>(field: ColumnField<C>) {
  const amount = v.pipe(
    typedNumber,
    v.transform((typed) => (typed === null ? null : (wholeCents(typed) ?? undefined))),
    v.custom<Cents | null>((cents) => cents !== undefined),
  )
  return {
    ...field,
    input: 'price' as const,
    answer: v.nullable(v.pipe(v.string(), v.regex(/^\d+\.\d{2}$/))),
    empty: null,
    schema: v.message(amount, field.problem),
  }
}

/** A field for an amount, typed in dollars and stored in cents. */
export function priceField<C extends string>(field: ColumnField<C>) {
  const amount = v.pipe(
    typedNumber,
    v.transform((typed) => (typed === null ? null : wholeCents(typed))),
    v.custom<Cents>((cents) => cents !== null),
  )
  return {
    ...field,
    input: 'price' as const,
    answer: v.pipe(v.string(), v.regex(/^\d+\.\d{2}$/)),
    schema: v.message(amount, field.problem),
  }
}

/** A field for the amounts of a gift card, or none. Its error names amounts in the currency of the moment. */
export function giftAmountsField<C extends string>(
  field: Omit<ColumnField<C>, 'problem'> & { problem: () => string },
) {
  const maxLength = 200
  const amounts = v.pipe(
    oneLine(maxLength),
    v.transform((typed) => (typed === '' ? '' : parseGiftAmounts(typed))),
    v.custom<'' | GiftAmounts>((read) => read !== null),
    v.transform((read) => (read === '' ? '' : giftAmountsText(read))),
  )
  return {
    ...field,
    maxLength,
    input: 'line' as const,
    answer: v.string(),
    empty: '',
    schema: v.message(amounts, field.problem),
  }
}

/** A field for the stored value of a category, which has to be chosen. Owners set which categories there are. */
export function categoryField<C extends string>(field: ColumnField<C> & { maxLength: number }) {
  const text = v.pipe(oneLine(field.maxLength), v.minLength(1))
  return {
    ...field,
    input: 'category' as const,
    answer: v.string(),
    schema: v.message(text, field.problem),
  }
}

/** A field for the handle of a size chart, or none. Staff write which charts there are. */
export function chartField<C extends string>(field: ColumnField<C> & { maxLength: number }) {
  return {
    ...field,
    input: 'chart' as const,
    answer: v.string(),
    empty: '',
    schema: v.message(oneLine(field.maxLength), field.problem),
  }
}

/** A field for one of a few values, or none. */
export function choiceField<C extends string, Value extends string>(
  field: ColumnField<C> & { options: readonly { value: Value; label: string }[] },
) {
  const values = ['' as const, ...field.options.map(({ value }) => value)]
  return {
    ...field,
    input: 'choice' as const,
    answer: v.picklist(values),
    empty: '' as const,
    schema: v.message(v.optional(v.picklist(values), ''), field.problem),
  }
}

/** A text on one line, without invisible characters. */
export function oneLine(maxLength: number) {
  return plainText(maxLength, CONTROL, withoutInvisible)
}

function plainText(maxLength: number, refused: RegExp, tidy: (text: string) => string) {
  return v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => tidy(text).trim()),
    v.maxLength(maxLength),
    v.check((text) => !refused.test(text)),
  )
}

/** The end of the year 9999. */
const MAX_TIME_MS = 253_402_300_799_999
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/

function timeOf(typed: string): number | null {
  if (typed === '') return null
  if (/^\d+$/.test(typed)) return Number(typed)
  return WITH_OFFSET.test(typed) ? Date.parse(typed) : Number.NaN
}

function numberOf(typed: string): number | null {
  if (typed === '') return null
  return /^\d+(?:\.\d+)?$|^\.\d+$/.test(typed) ? Number(typed) : Number.NaN
}

function wholeCents(typed: number): Cents | null {
  const amount = centsFromDollars(typed)
  return amount !== null && amount <= MAX_CHARGE && dollars(amount) === typed ? amount : null
}
