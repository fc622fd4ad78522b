import * as v from 'valibot'

/** The highest version that anything can come to: the databases keep 32 bits, and the next one must fit too. */
export const LARGEST_VERSION = 2 ** 31 - 2

/** The version of what several people may change at once, as the editor saw it: a whole number from 1. */
export const versionSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LARGEST_VERSION))
