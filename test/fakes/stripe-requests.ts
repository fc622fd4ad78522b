import { Ajv, type ValidateFunction } from 'ajv'
import document from './stripe-openapi.json' with { type: 'json' }

const ajv = new Ajv({ coerceTypes: true, strict: false })
const operations = Object.entries(document.operations).map(([line, schema]) => ({
  pattern: new RegExp(`^${line.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  check: ajv.compile(schema) as ValidateFunction,
}))

/** What Stripe's own OpenAPI document has against a request; null when it is one that Stripe knows. */
export function refusalOfRequest(line: string, form: URLSearchParams): string | null {
  const operation = operations.find(({ pattern }) => pattern.test(line))
  if (!operation) return 'Unrecognized request URL.'
  if (operation.check(nested(form))) return null
  return ajv.errorsText(operation.check.errors)
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
  return root
}
