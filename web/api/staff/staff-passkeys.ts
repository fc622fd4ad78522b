import * as v from 'valibot'
import { browserName } from '#domain/browser-name.ts'
import {
  MAX_PASSKEY_NAME_LENGTH,
  newPasskeySchema,
  removePasskeySchema,
  renamePasskeySchema,
} from '#domain/staff/passkey-forms.ts'
import { typedPasswordSchema } from '#domain/staff/staff-forms.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffPasskeys } from '#providers/identity/passkeys/staff-passkeys.ts'
import { passkeyViews } from '#web/views/staff/passkey-view.server.ts'
import type { PasskeyView } from '#web/views/staff/passkey-view.ts'
import { callIdentity } from '#web/http/call-identity.ts'
import { readJson } from '#web/http/read-json.ts'
import { passkeyCookie, readPasskeyCookie } from '#web/http/visitors/passkey-cookie.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { staff } from '#web/route.ts'
import { passkeyRefusal } from './passkey-refusal.ts'
import { PASSKEY_EXAMPLE, passkeyQuestionSchema } from './passkey-schemas.ts'
import { idParams, nameIn } from './staff-address.ts'
import { staffVisit } from './staff-visit.ts'

const REFUSED = {
  401: refusal('The password or the passkey is wrong, or the session has ended. `type` says which.'),
  409: refusal('There can be no passkeys here, or no more of them. `type` says which.'),
  429: refusal('Too many attempts. Retry-After is the number of seconds to wait.'),
  503: refusal('The accounts are unavailable.'),
}
const UNKNOWN = refusal('There is no such passkey of this member.')
const passkeySchema = v.object({
  id: v.string(),
  name: v.string(),
  addedAt: v.string(),
  lastUsedAt: v.string(),
  isSynced: v.boolean(),
}) satisfies v.GenericSchema<PasskeyView>
const passkeysSchema = v.object({ passkeys: v.array(passkeySchema) })

/** POST /api/staff/passkeys/begin {password}: the options for creating a passkey in the browser. */
export async function beginStaffPasskey(request: Request, { shop, staff }: StaffContext): Promise<Response> {
  const body = await readJson(request, typedPasswordSchema)
  if ('refusal' in body) return body.refusal
  const answer = await callIdentity(shop, shop.identity.passkeys.begin(staff.key, body.value.password))
  if (answer.kind !== 'started') return passkeyRefusal(answer)
  const cookie = passkeyCookie(shop.settings.publicUrl, answer.challenge, answer.livesFor)
  return Response.json({ options: answer.options }, { headers: { 'set-cookie': cookie } })
}

beginStaffPasskey.docs = {
  summary: 'Ask for a new passkey',
  detail: 'The options are for `navigator.credentials.create()` of this browser, within five minutes.',
  body: { schema: typedPasswordSchema, example: { password: 'the password' } },
  answers: {
    200: {
      means: 'WebAuthn’s PublicKeyCredentialCreationOptions, as JSON.',
      schema: passkeyQuestionSchema,
      headers: { 'set-cookie': 'The question, for one answer of this browser.' },
    },
    ...REFUSED,
  },
} satisfies EndpointDocs

/** POST /api/staff/passkeys {name, response}: adds the passkey that the browser has made. */
export async function addStaffPasskey(request: Request, context: StaffContext): Promise<Response> {
  const { shop, staff } = context
  const { publicUrl } = shop.settings
  const body = await readJson(request, newPasskeySchema)
  if ('refusal' in body) return body.refusal
  const visit = staffVisit(request, context)
  const { response } = body.value
  const name = body.value.name || browserName(visit.userAgent).slice(0, MAX_PASSKEY_NAME_LENGTH)
  const challenge = readPasskeyCookie(request.headers, publicUrl)
  if (challenge === null) return passkeyRefusal({ kind: 'passkey-refused' })
  const answer = await callIdentity(
    shop,
    shop.identity.passkeys.add(staff.key, { challenge, response, name }, visit),
  )
  const answered =
    answer.kind === 'added'
      ? Response.json({ passkeys: passkeyViews(shop, answer.passkeys), codes: answer.codes }, { status: 201 })
      : passkeyRefusal(answer)
  answered.headers.append('set-cookie', passkeyCookie(publicUrl, '', 0))
  return answered
}

addStaffPasskey.docs = {
  summary: 'Add a passkey',
  detail:
    'The answer of the browser to the options, with the user verified. The member gets an email. With the first second ' +
    'factor of a member come recovery codes, and the other sessions end.',
  body: { schema: newPasskeySchema, example: { name: 'Laptop', response: PASSKEY_EXAMPLE.made } },
  answers: {
    201: {
      means:
        'Every passkey of the member, and the recovery codes where they are new: they are not shown again.',
      schema: v.object({ ...passkeysSchema.entries, codes: v.nullable(v.array(v.string())) }),
      headers: { 'set-cookie': 'The question is used up.' },
    },
    ...REFUSED,
  },
} satisfies EndpointDocs

/** POST /api/staff/passkeys/{id}/rename {name}. */
export async function renameStaffPasskey(request: Request, context: StaffContext): Promise<Response> {
  const { shop, staff } = context
  const body = await readJson(request, renamePasskeySchema)
  if ('refusal' in body) return body.refusal
  const passkey = { id: nameIn(request), name: body.value.name }
  return changed(shop, shop.identity.passkeys.rename(staff.key, passkey, staffVisit(request, context)))
}

renameStaffPasskey.docs = {
  summary: 'Rename a passkey',
  params: idParams,
  body: { schema: renamePasskeySchema, example: { name: 'Laptop' } },
  answers: {
    200: { means: 'Every passkey of the member.', schema: passkeysSchema },
    404: UNKNOWN,
    ...REFUSED,
  },
} satisfies EndpointDocs

/** POST /api/staff/passkeys/{id}/remove {password}: it can no longer sign anyone in. */
export async function removeStaffPasskey(request: Request, context: StaffContext): Promise<Response> {
  const { shop, staff } = context
  const body = await readJson(request, removePasskeySchema)
  if ('refusal' in body) return body.refusal
  const passkey = { id: nameIn(request), password: body.value.password }
  return changed(shop, shop.identity.passkeys.remove(staff.key, passkey, staffVisit(request, context)))
}

removeStaffPasskey.docs = {
  summary: 'Remove a passkey',
  detail:
    'Other sessions of the member end, and the member gets an email. Recovery codes go with the last second factor.',
  params: idParams,
  body: { schema: removePasskeySchema, example: { password: 'the password' } },
  answers: {
    200: { means: 'The passkeys that are left.', schema: passkeysSchema },
    404: UNKNOWN,
    ...REFUSED,
  },
} satisfies EndpointDocs

/** Every passkey that the member has after a change, or why nothing was changed. */
async function changed(
  shop: Shop,
  change: ReturnType<StaffPasskeys['rename'] | StaffPasskeys['remove']>,
): Promise<Response> {
  const answer = await callIdentity<Awaited<typeof change>>(shop, change)
  return 'passkeys' in answer
    ? Response.json({ passkeys: passkeyViews(shop, answer.passkeys) })
    : passkeyRefusal(answer)
}

export const routes = [
  staff('POST /api/staff/passkeys/begin', 'second-factor.use', beginStaffPasskey),
  staff('POST /api/staff/passkeys', 'second-factor.use', addStaffPasskey),
  staff('POST /api/staff/passkeys/:id/rename', 'second-factor.use', renameStaffPasskey),
  staff('POST /api/staff/passkeys/:id/remove', 'second-factor.use', removeStaffPasskey),
]
