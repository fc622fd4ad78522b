import type { ListedConnection } from '#operations/connections/list-connections.ts'
import type { SetUp } from '#operations/connections/set-up-connection.ts'
import type { ConnectionView, SetUpView } from './connection-view.ts'

type Time = (at: number) => string

/** The variables that choose the supplier of needs that owners cannot set up. No script of the browser names one. */
const SET_BY: Readonly<Record<string, string>> = {
  pictures: 'S3_BUCKET and those beside it, or CLOUDINARY_URL',
  location: 'IPAPI_KEY',
  catalogue: 'AIRTABLE_TOKEN, AIRTABLE_BASE_ID and AIRTABLE_TABLE',
  identity: 'FIREBASE_API_KEY and FIREBASE_PROJECT_ID',
}

/** A need of the shop as staff see it. */
export function connectionView(listed: ListedConnection, time: Time): ConnectionView {
  const { need, title, supplier, usedFor, state, setUp } = listed
  const isByOwners = setUp !== null && setUp.variables.length === 0
  const setBy = isByOwners ? '' : setUp === null ? (SET_BY[need] ?? '') : setUp.variables.join(', ')
  return {
    need,
    title,
    supplier,
    setBy,
    usedFor,
    ...stateOf(listed, time),
    lastFailure: failureOf(state, time),
    setUp: isByOwners ? setUpView(setUp) : null,
  }
}

function setUpView({ suppliers, stored }: SetUp): SetUpView {
  return {
    supplier: stored?.supplier ?? '',
    suppliers: suppliers.map(({ name, label, hint, fields }) => ({
      name,
      label,
      hint,
      fields: fields.map(({ isSecret = false, isOptional = false, hint: about = '', ...field }) => ({
        ...field,
        hint: about,
        isSecret,
        isOptional,
        value: isSecret ? endWords(stored?.ends[field.name]) : (stored?.shown[field.name] ?? ''),
      })),
    })),
  }
}

/** `…4242`; a short secret has no end that may be told. */
function endWords(end: string | undefined): string {
  return end === undefined ? '' : `…${end}`
}

function stateOf({ builtIn, state }: ListedConnection, time: Time): Pick<ConnectionView, 'state' | 'words'> {
  if (builtIn !== null) return { state: 'built-in', words: builtIn }
  if (state === null) return { state: 'unused', words: 'The shop hasn’t used it yet. You can test it now.' }
  const { workingSince, workedAt, failingSince, failedAt } = state
  if (failingSince === null) {
    return {
      state: 'works',
      words: sentence(`Working since ${time(workingSince ?? 0)}, last used ${time(workedAt ?? 0)}`),
    }
  }
  const last = failedAt === null || failedAt === failingSince ? '' : `, last attempt ${time(failedAt)}`
  const before = workedAt === null ? 'It has never worked' : `It last worked ${time(workedAt)}`
  const fails = `Failing since ${time(failingSince)}${last}`
  return { state: 'fails', words: `${sentence(fails)} ${sentence(before)}` }
}

/** A time may end in a full stop: `6:00 a.m.` */
function sentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`
}

function failureOf(state: ListedConnection['state'], time: Time): string | null {
  if (!state?.failure || state.failedAt === null) return null
  return state.failingSince === null ? `${time(state.failedAt)}: ${state.failure}` : state.failure
}
