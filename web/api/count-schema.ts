import * as v from 'valibot'

/** A whole number from 0: units, cents, milliseconds. */
export const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A whole number from 1: pixels, pages, versions. */
export const ordinalSchema = v.pipe(v.number(), v.integer(), v.minValue(1))
