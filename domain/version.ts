import * as v from 'valibot'

/** The highest version number: the databases store 32 bits, and the next version must fit too. */
export const MAX_VERSION = 2 ** 31 - 2

/** The version of a record as the editor loaded it, for optimistic locking: a whole number from 1. */
export const versionSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_VERSION))
