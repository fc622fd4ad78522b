import * as v from 'valibot'
import { MAX_SELECTED } from '#domain/list-filter.ts'

/** A whole number from 0: units, cents, milliseconds. */
export const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** How many rows of a list are to be selected, as the address has it. */
export const firstSchema = v.optional(
  v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(MAX_SELECTED)),
)

/** A whole number from 1: pixels, pages, versions. */
export const ordinalSchema = v.pipe(v.number(), v.integer(), v.minValue(1))
