import * as v from 'valibot'

/** The options for the browser: those of WebAuthn as JSON. */
export const passkeyQuestionSchema = v.object({ options: v.looseObject({ challenge: v.string() }) })

const id = 'bGlrZSBhbiBpZA'

/** Answers of a browser, shortened. */
export const PASSKEY_EXAMPLE = {
  made: {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRkbm9u', transports: ['internal'] },
  },
  used: {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: 'eyJ0eXBlIjoi',
      authenticatorData: 'SZYN5YgOjGh0',
      signature: 'MEUCIQDTGVxh',
      userHandle: 'dXNlcg',
    },
  },
}
