import * as v from 'valibot'
import { isSizeName } from './is-size-name.ts'

/** The name of a size, as forms and the API take it. Whether the product has that size is checked where it counts. */
export const sizeName = v.pipe(v.string('Choose a size.'), v.check(isSizeName, 'This is not a size.'))
