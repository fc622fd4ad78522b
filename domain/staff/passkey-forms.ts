import * as v from 'valibot'
import { withoutInvisible } from '#domain/plain-text.ts'
import { typedPasswordSchema } from './staff-forms.ts'

/** How long the name of a passkey may be. */
export const MAX_PASSKEY_NAME_LENGTH = 60

const bytes = (most: number) => v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(most))

const anyAnswer = {
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: v.literal('public-key'),
  clientExtensionResults: v.optional(v.looseObject({}), {}),
  authenticatorAttachment: v.optional(v.nullable(v.picklist(['platform', 'cross-platform']))),
}

const name = v.pipe(
  v.string(),
  v.transform(withoutInvisible),
  v.trim(),
  v.maxLength(MAX_PASSKEY_NAME_LENGTH, `Keep the name to ${MAX_PASSKEY_NAME_LENGTH} characters.`),
)

/** A new passkey, as the browser answers (RegistrationResponseJSON). Without a name it is called after the browser. */
export const newPasskeySchema = v.object({
  name: v.optional(name, ''),
  response: v.object({
    ...anyAnswer,
    response: v.object({
      clientDataJSON: bytes(8_000),
      attestationObject: bytes(64_000),
      transports: v.optional(
        v.pipe(v.array(v.unknown()), v.maxLength(10), v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/)))),
      ),
    }),
  }),
})

/** The browser's answer with a passkey (WebAuthn's AuthenticationResponseJSON). */
export const usedPasskeySchema = v.object({
  response: v.object({
    ...anyAnswer,
    response: v.object({
      clientDataJSON: bytes(8_000),
      authenticatorData: bytes(8_000),
      signature: bytes(8_000),
      userHandle: v.optional(v.nullable(bytes(200))),
    }),
  }),
})

/** Another name of a passkey. */
export const renamePasskeySchema = v.object({ name: v.pipe(name, v.nonEmpty('Enter a name.')) })

/** The removal of a passkey. */
export const removePasskeySchema = typedPasswordSchema
