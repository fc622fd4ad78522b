import { Ajv, type ValidateFunction } from 'ajv'
import document from './stripe-openapi.json' with { type: 'json' }

const ajv = new Ajv({ coerceTypes: true, strict: false })
/** Values in objects are not converted. */
const strict = new Ajv({ strict: false, allErrors: true })
const operations = Object.entries(document.operations).map(([line, schema]) => ({
  pattern: new RegExp(`^${line.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  check: ajv.compile(schema) as ValidateFunction,
}))

/** Why Stripe's own OpenAPI document does not allow a request; null when it does. */
export function refusalOfRequest(line: string, form: URLSearchParams): string | null {
  const operation = operations.find(({ pattern }) => pattern.test(line))
  if (!operation) return 'Unrecognized request URL.'
  if (operation.check(nested(form))) return null
  return ajv.errorsText(operation.check.errors)
}

const objects = new Map<string, { whole: ValidateFunction; some: ValidateFunction }>(
  Object.entries(document.objects).map(([name, schema]) => {
    const some = { ...schema, required: [], additionalProperties: false }
    return [name, { whole: strict.compile(schema), some: strict.compile(some) }]
  }),
)

/**
 * Why an object that Stripe sends does not match the document; null when it does. Fields that are newer than the
 * document are left to the SDK's types. `some`: only some of Stripe's fields, and no others.
 */
export function faultOfObject(object: { object: string }, extent: 'whole' | 'some'): string | null {
  const { object: name } = object
  const check = objects.get(name)?.[extent]
  if (check === undefined) return `Stripe has no ${name}.`
  return check(object) ? null : `${name}: ${strict.errorsText(check.errors)}`
}

/** The whole object, after a check. */
export function checked<T extends { object: string }>(object: T): T {
  const fault = faultOfObject(object, 'whole')
  if (fault !== null) throw new Error(`Stripe sends no such object: ${fault}`)
  return object
}

/** `metadata[order_id]=7` as it is meant: `{ metadata: { order_id: '7' } }`. */
function nested(form: URLSearchParams): object {
  const root: Record<string, unknown> = {}
  for (const [name, value] of form) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    const last = path.pop() ?? name
    let place = root
    for (const part of path) place = (place[part] ??= {}) as Record<string, unknown>
    place[last] = value
  }
  return withLists(root)
}

/** `expand[0]=latest_charge` is a list. */
function withLists(value: unknown): object {
  const entries = Object.entries(value as object).map(
    ([key, one]) => [key, typeof one === 'object' ? withLists(one) : one] as const,
  )
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
  return isList ? entries.map(([, one]) => one as unknown) : Object.fromEntries(entries)
}
