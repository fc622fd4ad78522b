import * as v from 'valibot'

/** A client secret from a browser: no text of a gateway has a space or a control character. */
export const clientSecretSchema = v.pipe(v.string(), v.regex(/^[!-~]{1,300}$/))
