import * as v from 'valibot'
import { centsFromDollars, dollars, LARGEST_CHARGE, type Cents } from '#domain/money.ts'
import { withoutUnseen } from '#domain/plain-text.ts'
import { SIZES } from './size.ts'

/**
 * What every field of one column is described by. `problem`: what the form says of a wrong value. The kinds below add
 * `schema`, which takes what was typed, `answer`, which is what the API answers, and for fields that may be left out
 * `empty`.
 */
interface ColumnField<Column extends string> {
  label: string
  column: Column
  problem: string
}

const CONTROL = /[\p{Cc}\p{Cs}]/u
const CONTROL_BUT_LINES = /[^\P{Cc}\n\t]|\p{Cs}/u
const IMAGE_KEY = /^\w(?:[\w./-]{0,198}\w)?$/
const PLACEHOLDER = /^(?:data:image\/[\w.+-]+[;,][\w+/=;,%.-]{1,8000})?$/

const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A number, or the text of a number field; an empty text is null. */
const typedNumber = v.pipe(
  v.optional(v.nullable(v.union([v.number(), v.string()])), null),
  v.transform((value) => (typeof value === 'string' ? numberOf(value.trim()) : value)),
)

/** A field for a text on one line, which may stay empty. */
export function line<C extends string>(field: ColumnField<C> & { longest: number }) {
  return {
    ...field,
    input: 'line' as const,
    answer: v.string(),
    empty: '',
    schema: v.message(oneLine(field.longest), field.problem),
  }
}

/** A field for a text on one line, which may not. */
export function requiredLine<C extends string>(field: ColumnField<C> & { longest: number }) {
  const { empty: _empty, ...kind } = line(field)
  const text = v.pipe(oneLine(field.longest), v.minLength(1))
  return { ...kind, schema: v.message(text, field.problem) }
}

/** A field for a text of several lines, which may stay empty. */
export function lines<C extends string>(field: ColumnField<C> & { longest: number }) {
  const text = plainText(field.longest, CONTROL_BUT_LINES, (typed) => typed.replaceAll('\r\n', '\n'))
  return {
    ...field,
    input: 'lines' as const,
    answer: v.string(),
    empty: '',
    schema: v.message(text, field.problem),
  }
}

/** A field for a whole number from 0 to `most`, or none. `detail`: what the API says about it. */
export function count<C extends string>(field: ColumnField<C> & { most: number; detail: string }) {
  const number = v.nullable(v.pipe(wholeNumber, v.maxValue(field.most)))
  return {
    ...field,
    input: 'count' as const,
    answer: v.nullable(wholeNumber),
    empty: null,
    schema: v.message(v.pipe(typedNumber, number), field.problem),
  }
}

/** A field for an amount, typed in dollars and stored in cents. */
export function price<C extends string>(field: ColumnField<C>) {
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

/** A field for one of a few values, which has to be chosen. */
export function choice<C extends string, Value extends string>(
  field: ColumnField<C> & { options: readonly { value: Value; label: string }[] },
) {
  const values = field.options.map(({ value }) => value)
  const chosen = v.pipe(v.optional(v.string(), ''), v.picklist(values))
  return {
    ...field,
    input: 'choice' as const,
    answer: v.picklist(values),
    schema: v.message(chosen, field.problem),
  }
}

/** The offered sizes, each with a count of its own as `stock` reads it. */
export function offeredSizes<Stock extends v.GenericSchema<unknown, number | null>>(stock: Stock) {
  return v.pipe(
    v.optional(v.array(v.object({ size: v.picklist(SIZES), stock })), []),
    v.check((offered) => new Set(offered.map(({ size }) => size)).size === offered.length),
    v.transform((offered) => SIZES.flatMap((size) => offered.filter((one) => one.size === size))),
  )
}

const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))

/** Stored pictures, at most `most` of them, each once, with up to `longestAlt` characters about each. */
export function shownPictures(most: number, longestAlt: number) {
  const picture = v.object({
    key: v.pipe(
      v.string(),
      v.regex(IMAGE_KEY),
      v.check((key) => !key.includes('..')),
    ),
    alt: oneLine(longestAlt),
    width: pixels,
    height: pixels,
    placeholder: v.pipe(v.optional(v.string(), ''), v.regex(PLACEHOLDER)),
  })
  return v.pipe(
    v.optional(v.array(picture), []),
    v.maxLength(most),
    v.check((shown) => new Set(shown.map(({ key }) => key)).size === shown.length),
  )
}

function oneLine(longest: number) {
  return plainText(longest, CONTROL, withoutUnseen)
}

function plainText(longest: number, refused: RegExp, tidy: (text: string) => string) {
  return v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => tidy(text).trim()),
    v.maxLength(longest),
    v.check((text) => !refused.test(text)),
  )
}

function numberOf(typed: string): number | null {
  if (typed === '') return null
  return /^\d+(?:\.\d+)?$|^\.\d+$/.test(typed) ? Number(typed) : Number.NaN
}

function wholeCents(typed: number): Cents | null {
  const amount = centsFromDollars(typed)
  return amount !== null && amount <= LARGEST_CHARGE && dollars(amount) === typed ? amount : null
}
