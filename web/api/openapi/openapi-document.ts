import type { JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { isKeyPermission } from '#domain/staff/permissions.ts'
import { PROBLEM_TYPE } from '#web/http/problem.ts'
import type { Endpoint, StaffEndpoint } from '#web/route.ts'
import {
  refusal,
  type AnswerDocs,
  type EndpointDocs,
  type JsonBody,
  type ObjectSchema,
  type OtherBody,
} from '#web/api/endpoint-docs.ts'
import type {
  Answer,
  AccessScheme,
  Header,
  OpenApiDocument,
  Operation,
  Parameter,
  RequestBody,
} from './openapi-shape.ts'
import { webhookOperations } from './openapi-webhooks.ts'
import { PROBLEM_REF, schemaComponents, schemaToJson } from './openapi-schemas.ts'

const JSON_TYPE = 'application/json'

/** Over https the cookie has the longer name (web/http/visitors/staff-cookie.ts). */
const STAFF_ACCESS: Record<string, AccessScheme> = {
  staffCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-staff',
    description: 'The session, over https.',
  },
  staffCookieOverHttp: {
    type: 'apiKey',
    in: 'cookie',
    name: 'staff',
    description: 'The session, over http.',
  },
  staffKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key that a member of staff has made for a program, under API keys.',
  },
}

/** Refusals of a request with a body (web/http/request-body.ts). */
const BODY_REFUSALS = {
  408: 'The body did not arrive in time.',
  413: 'The body is too large.',
}

/** Refusals of a JSON body before the endpoint sees it (web/http/read-json.ts). */
const JSON_REFUSALS = {
  400: 'The body is not JSON.',
  413: 'The body is larger than 1 MB, or has more than 50,000 values.',
  415: 'The body is not declared as application/json.',
  422: 'Some fields are wrong: `errors` names them.',
}

const FAILED =
  'Something failed on our side: 500; 502 when the table store of the catalogue failed; 503 while the database cannot be reached or there are too many requests.'

/** The endpoints as OpenAPI 3.1. Throws for an endpoint without documentation. */
export function openApiDocument(endpoints: readonly Endpoint[]): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'The API of the shop',
      version: '1',
      description:
        'What the shop answers besides pages. Amounts are whole cents of the currency that the shop charges unless a field says dollars, times are epoch ' +
        'milliseconds. What is wrong comes as a problem (RFC 9457), whose `type` names its kind.',
    },
    servers: [{ url: '/' }],
    paths,
    webhooks: webhookOperations(),
    components: { schemas: schemaComponents(), securitySchemes: STAFF_ACCESS },
  }
}

function operation(endpoint: Endpoint): Operation {
  const { docs } = endpoint.handle
  if (!docs) {
    const address = `${endpoint.method} ${endpoint.path}`
    throw new Error(`${address} has no documentation: give its handler docs (web/api/endpoint-docs.ts)`)
  }
  const parameters = [
    ...pathParameters(endpoint, docs),
    ...queryParameters(docs.query),
    ...(isAnsweredOnce(endpoint) ? [IDEMPOTENCY_PARAMETER] : []),
  ]
  return {
    operationId: operationId(endpoint),
    tags: [endpoint.path.startsWith('/api/staff/') ? 'Staff' : 'Shop'],
    summary: docs.summary,
    ...(docs.detail !== undefined && { description: docs.detail }),
    security: accessTo(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(docs.body && { requestBody: requestBody(docs.body) }),
    responses: {
      ...answers({ ...refusals(endpoint, docs), ...docs.answers }),
      ...(isAnsweredOnce(endpoint) && onceAnswers(endpoint, docs)),
      default: answerOf(refusal(FAILED)),
    },
  }
}

/** Whether a program may send it again with the same Idempotency-Key (web/api/idempotent-answer.ts). */
function isAnsweredOnce({ method, access, handle, ...endpoint }: Endpoint): boolean {
  const { body } = handle.docs ?? {}
  const isForKeys = access === 'staff' && isKeyPermission((endpoint as StaffEndpoint).permission)
  return isForKeys && method !== 'GET' && !(body && 'type' in body)
}

const IDEMPOTENCY_PARAMETER: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'With a key for programs: names this request. Sent again within 24 hours, it is not run again, and what was answered first is answered again.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
}

/** What a request with an Idempotency-Key is answered besides. */
function onceAnswers(endpoint: Endpoint, docs: EndpointDocs): Record<number, Answer> {
  const own = { ...refusals(endpoint, docs), ...docs.answers }
  const running = 'The first request with this Idempotency-Key is still being answered (`in-progress`).'
  const other =
    'The Idempotency-Key was used for another request (`other-request`), or is not 1 to 200 visible ASCII characters.'
  return { 409: orAlso(own[409], running), 422: orAlso(own[422], other) }
}

/** An answer that is a problem also for another reason. */
function orAlso(own: AnswerDocs | undefined, reason: string): Answer {
  const description = own ? `${own.means} Or: ${reason}` : reason
  const schema = own?.schema ? { anyOf: [schemaToJson(own.schema), PROBLEM_REF] } : PROBLEM_REF
  return { description, content: { [PROBLEM_TYPE]: { schema } } }
}

function accessTo(endpoint: Endpoint): Operation['security'] {
  if (endpoint.access !== 'staff') return []
  const cookies = [{ staffCookie: [] }, { staffCookieOverHttp: [] }]
  return isKeyPermission(endpoint.permission) ? [...cookies, { staffKey: [] }] : cookies
}

/** `GET /api/staff/products/:id` is `getApiStaffProductsById`. */
function operationId({ method, path }: Endpoint): string {
  const words = path.replaceAll(/:(\w+)/g, 'by-$1').split(/[^A-Za-z0-9]+/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function pathParameters({ method, path }: Endpoint, { params }: EndpointDocs): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const schema = params?.entries[name]
    if (!schema) throw new Error(`${method} ${path} does not say what ${name} is`)
    return { name, in: 'path', required: true, schema: schemaToJson(schema) }
  })
}

function queryParameters(query?: ObjectSchema): Parameter[] {
  return Object.entries(query?.entries ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: schema.type !== 'optional' && !('fallback' in schema),
    schema: {
      ...schemaToJson(schema),
      ...('fallback' in schema && { default: schema.fallback as string | number }),
    },
  }))
}

function requestBody(body: JsonBody | OtherBody): RequestBody {
  if (!('type' in body)) {
    const { schema, example } = body
    return { required: true, content: { [JSON_TYPE]: { schema: schemaToJson(schema), example } } }
  }
  const { type, detail, schema } = body
  return {
    required: true,
    description: detail,
    content: { [type]: contentOf(type, schema) },
  }
}

/** The refusals that follow from access, rate limits and body. */
function refusals(endpoint: Endpoint, { body, query }: EndpointDocs): Record<number, AnswerDocs> {
  const reasons: Record<number, string> = {}
  if (body) Object.assign(reasons, BODY_REFUSALS)
  if (body && !('type' in body)) Object.assign(reasons, JSON_REFUSALS)
  const forStaff = endpoint.access === 'staff'
  const isRefusable = Object.values(query?.entries ?? {}).some((schema) => !('fallback' in schema))
  if (forStaff && isRefusable) reasons[422] = JSON_REFUSALS[422]
  if (forStaff) reasons[401] = 'Not signed in, or the key is unknown, has expired or was revoked.'
  const fromOwnPages = !forStaff && endpoint.from.startsWith('own-pages')
  const forbidden = [
    forStaff && `The role of the member, or the key, does not allow \`${endpoint.permission}\`.`,
    forStaff &&
      'A browser sent it for another site, or a write without a key came from elsewhere than our pages.',
    fromOwnPages && 'The request did not come from the shop’s own pages.',
  ].filter(Boolean)
  if (forbidden.length > 0) reasons[403] = forbidden.join(' ')
  if (endpoint.limit || forStaff)
    reasons[429] = 'Too many attempts. Retry-After is the number of seconds to wait.'
  return Object.fromEntries(Object.entries(reasons).map(([status, means]) => [status, refusal(means)]))
}

function answers(docs: Record<number, AnswerDocs>): Record<string, Answer> {
  return Object.fromEntries(Object.entries(docs).map(([status, answer]) => [status, answerOf(answer)]))
}

function answerOf({ means, schema, type = JSON_TYPE, headers }: AnswerDocs): Answer {
  const hasBody = schema !== undefined || type !== JSON_TYPE
  return {
    description: means,
    ...(headers && { headers: headersOf(headers) }),
    ...(hasBody && { content: { [type]: contentOf(type, schema) } }),
  }
}

function contentOf(type: string, schema?: v.GenericSchema): { schema?: JsonSchema } {
  if (schema) return { schema: schemaToJson(schema) }
  return type === PROBLEM_TYPE ? { schema: PROBLEM_REF } : {}
}

function headersOf(headers: Record<string, string>): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )
}
