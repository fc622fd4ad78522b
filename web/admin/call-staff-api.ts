import type { StaffApi } from '#web/staff-api.ts'

type Contract = NonNullable<Extract<StaffApi, { contract?: unknown }>['contract']>
type At<Address extends StaffAddress> = Extract<Contract, { address: Address }>

/** The address of an action of the staff area, such as `POST /api/staff/orders/:number/cancel`. */
export type StaffAddress = Contract['address']
/** The body that an action takes. A form sends what was typed, which may be missing or unknown to the action. */
export type SentBody<Address extends StaffAddress> = AsTyped<At<Address>['body']>
type AsTyped<Body> = Body extends readonly (infer One)[]
  ? readonly AsTyped<One>[]
  : Body extends object
    ? string extends keyof Body
      ? object
      : { readonly [Name in keyof Body]: AsTyped<Body[Name]> | null }
    : Body extends string
      ? string
      : Body
/** The value that an action answers. */
export type AnsweredValue<Address extends StaffAddress> = At<Address>['value']

type ParamOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
type Sent<Address extends StaffAddress> = ([ParamOf<Address>] extends [never]
  ? unknown
  : { params: Record<ParamOf<Address>, string | number> }) &
  ([SentBody<Address>] extends [undefined] ? unknown : { body: SentBody<Address> }) & {
    query?: string | Record<string, string>
  }

/**
 * Calls an action of the staff area; its body and its answer are those of its declaration. A network failure or an
 * unreadable response has the code `unreachable`.
 */
export async function call<const Address extends StaffAddress>(
  address: Address,
  ...[sent]: Record<never, never> extends Sent<Address> ? [sent?: Sent<Address>] : [sent: Sent<Address>]
): Promise<StaffAnswer<AnsweredValue<Address>, At<Address>['current']>> {
  const {
    params = {},
    query = '',
    body,
  } = (sent ?? {}) as {
    params?: Record<string, string | number>
    query?: string | Record<string, string>
    body?: object
  }
  const space = address.indexOf(' ')
  const path = address
    .slice(space + 1)
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = String(new URLSearchParams(query))
  return ask(search === '' ? path : `${path}?${search}`, {
    method: address.slice(0, space),
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
}

/**
 * The response of a staff endpoint: the data, or why it was refused. `title` is a sentence to display, if there is one.
 */
export type StaffAnswer<T, Current = T> =
  | { kind: 'done'; value: T }
  | {
      kind: 'refused'
      code: string
      title: string | null
      fields: Record<string, string>
      /** The current record, when another change came first. */
      current?: Current | undefined
    }

/** Whether the session is still valid; null when that is unknown. */
export async function isStillSignedIn(): Promise<boolean | null> {
  const answer = await ask('/api/staff/session', {})
  if (answer.kind === 'done') return true
  return answer.code === 'signed-out' ? false : null
}

async function ask<T, Current = T>(path: string, init: RequestInit): Promise<StaffAnswer<T, Current>> {
  try {
    const response = await fetch(path, { ...init, cache: 'no-store', credentials: 'same-origin' })
    if (response.status === 204) return { kind: 'done', value: null as T }
    const data: unknown = await response.json()
    return response.ok ? { kind: 'done', value: data as T } : refusalOf(data)
  } catch {
    return { kind: 'refused', code: 'unreachable', title: null, fields: {} }
  }
}

/** Parses an RFC 9457 problem: the last part of its type is the code. */
function refusalOf<T, Current>(data: unknown): StaffAnswer<T, Current> & { kind: 'refused' } {
  const { type, title, errors, current } = (typeof data === 'object' && data !== null ? data : {}) as {
    type?: unknown
    title?: unknown
    errors?: { path: string; message: string }[]
    current?: Current
  }
  return {
    kind: 'refused',
    code: typeof type === 'string' ? (type.split('/').at(-1) ?? '') : 'unreachable',
    title: typeof title === 'string' ? title : null,
    fields: Object.fromEntries((errors ?? []).map(({ path, message }) => [path.slice(1), message])),
    current,
  }
}
