import * as v from 'valibot'
import type { Permission } from '#domain/staff/permissions.ts'
import type { RateLimit } from '#web/http/limits/rate-limit.ts'
import { problem } from '#web/http/problem.ts'
import { readJson, wrongFields } from '#web/http/read-json.ts'
import { splitAddress, type Address, type PublicEndpoint, type StaffEndpoint } from '#web/route.ts'
import type { ApiContext, StaffContext } from './api-context.ts'
import { idempotentAnswer } from './idempotent-answer.ts'
import {
  refusal,
  type AnswerDocs,
  type EndpointDocs,
  type JsonBody,
  type OtherBody,
} from './endpoint-docs.ts'

/** The records that an address names: its parameters, and what is said where there is none of that name. */
interface RecordParams<Entries extends v.ObjectEntries> extends v.ObjectSchema<Entries, undefined> {
  missing: string
}
type AnyParams = RecordParams<v.ObjectEntries>
type NoParams = RecordParams<Record<never, never>>
type AnyQuery = v.ObjectSchema<v.ObjectEntries, undefined>
type NoQuery = v.ObjectSchema<Record<never, never>, undefined>

export function recordParams<Entries extends v.ObjectEntries>(
  entries: Entries,
  missing: string,
): RecordParams<Entries> {
  return { ...v.object(entries), missing }
}

/** The format of an id in an address. No record has any other. */
const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))

/** The id in an address, as `read` brands it. */
export function idParams<Id extends string>(read: (text: string) => Id, missing: string) {
  return recordParams({ id: v.pipe(idSchema, v.transform(read)) }, missing)
}

/** The answer where there is no record of that name. */
export function noSuch({ missing }: Pick<AnyParams, 'missing'>): Response {
  return problem({ type: 'not-found', status: 404, title: missing })
}

type Answers = Record<number, AnswerDocs>

/** What an action answers when it succeeds: the value of its schema, or null where it has none. */
type Answered<Said extends Answers> = [SuccessOf<Said>] extends [
  { schema: infer Schema extends v.GenericSchema },
]
  ? [SuccessOf<Said>] extends [never]
    ? null
    : v.InferOutput<Schema>
  : null
type SuccessOf<Said extends Answers> = Said[Extract<keyof Said, 200 | 201 | 202>]

/** What a refused action answers as `current`: that of the problem where it says so, else what success answers. */
type Current<Said extends Answers> = [Said[Extract<keyof Said, 409>]] extends [never]
  ? Answered<Said>
  : Said[Extract<keyof Said, 409>] extends { schema: v.GenericSchema<unknown, { current?: infer Value }> }
    ? Exclude<Value, undefined>
    : Answered<Said>

/** Everything that is told of an action: the route, the parsed request, the description and the typed call follow. */
type Declaration<
  Context,
  Params extends AnyParams,
  Query extends AnyQuery,
  Body extends v.GenericSchema,
  Said extends Answers,
> = Omit<EndpointDocs, 'params' | 'query' | 'body' | 'answers'> & {
  limit?: RateLimit
  params?: Params
  query?: Query
  body?: JsonBody & { schema: Body }
  /** Another body than JSON, which `run` reads itself. */
  upload?: OtherBody
  /** What is checked of the body at the door instead, where `run` checks its fields and names each wrong one. */
  read?: v.GenericSchema
  answers: Said
  /** A value is sent as JSON, null as 204. A refusal is a Response, and so is anything with headers of its own. */
  run(
    asked: Context & {
      request: Request
      params: v.InferOutput<Params>
      query: v.InferOutput<Query>
      body: v.InferOutput<Body>
    },
  ): Promise<Answered<Said> | Response>
}

/** What a typed call of an action follows from (web/admin/call.ts). It is never there at run time. */
export interface Contract<At extends Address, Body, Value, CurrentValue> {
  contract?: { address: At; body: Body; value: Value; current: CurrentValue }
}

type Called<At extends Address, Body extends v.GenericSchema, Said extends Answers> = Contract<
  At,
  v.InferInput<Body>,
  Answered<Said>,
  Current<Said>
>

/** An action of staff whose role has the permission. */
export function staffAction<
  const At extends Address,
  Said extends Answers,
  Params extends AnyParams = NoParams,
  Query extends AnyQuery = NoQuery,
  Body extends v.GenericSchema = v.UndefinedSchema<undefined>,
>(
  address: At,
  permission: Permission,
  declared: Declaration<StaffContext, Params, Query, Body, Said>,
): StaffEndpoint & Called<At, Body, Said> {
  return { ...endpointOf(address, declared), access: 'staff', permission }
}

/** An action open to everyone on the shop's own pages, such as signing in. */
export function ownPagesAction<
  const At extends Address,
  Said extends Answers,
  Params extends AnyParams = NoParams,
  Query extends AnyQuery = NoQuery,
  Body extends v.GenericSchema = v.UndefinedSchema<undefined>,
>(
  address: At,
  declared: Declaration<ApiContext, Params, Query, Body, Said>,
): PublicEndpoint & Called<At, Body, Said> {
  return { ...endpointOf(address, declared), access: 'public', from: 'own-pages-only' }
}

function endpointOf<
  Context extends ApiContext,
  Params extends AnyParams,
  Query extends AnyQuery,
  Body extends v.GenericSchema,
  Said extends Answers,
>(address: Address, declared: Declaration<Context, Params, Query, Body, Said>) {
  const { run, limit, params, query, body, upload, read, answers, ...said } = declared
  const { method, path } = splitAddress(address)
  const status = [200, 201, 202].find((one) => one in answers)

  async function answered(request: Request, context: Context): Promise<Response> {
    const searched = v.safeParse(query ?? v.object({}), namesInQuery(request, query))
    if (!searched.success) {
      const errors = wrongFields(searched.issues)
      return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
    }
    const sent =
      body && 'example' in body ? await readJson(request, read ?? body.schema) : { value: undefined }
    if ('refusal' in sent) return sent.refusal
    const named = v.safeParse(params ?? v.object({}), namesIn(request, path))
    if (!named.success) return noSuch(params ?? { missing: 'There is nothing at this address.' })
    const answer = await run({
      ...context,
      request,
      params: named.output as v.InferOutput<Params>,
      query: searched.output as v.InferOutput<Query>,
      body: sent.value as v.InferOutput<Body>,
    })
    if (answer instanceof Response) return answer
    return answer === null
      ? new Response(null, { status: 204 })
      : Response.json(answer, { ...(status && { status }) })
  }
  const handle = (request: Request, context: Context) =>
    method === 'GET' || upload ? answered(request, context) : idempotentAnswer(request, context, answered)
  const docs: EndpointDocs = {
    ...said,
    ...(params && { params }),
    ...(query && { query }),
    ...((body ?? upload) && { body: body ?? upload }),
    answers: { ...answers, ...(params && { 404: answers[404] ?? refusal(params.missing) }) },
  }
  return { method, path, handle: Object.assign(handle, { docs }), ...(limit && { limit }) }
}

/** What the query of an address has under each name; under that of a list, every value. */
function namesInQuery({ url }: Request, query: AnyQuery | undefined): Record<string, unknown> {
  const given = new URL(url).searchParams
  const isList = (schema?: v.GenericSchema & { wrapped?: v.GenericSchema }) =>
    (schema?.wrapped ?? schema)?.type === 'array'
  return Object.fromEntries(
    [...given.keys()].map((name) => [
      name,
      isList(query?.entries[name] as v.GenericSchema) ? given.getAll(name) : given.get(name),
    ]),
  )
}

/** What an address has in the places of `:name`. */
function namesIn(request: Request, path: string): Record<string, string> {
  const given = new URL(request.url).pathname.split('/')
  return Object.fromEntries(
    path
      .split('/')
      .flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), unescaped(given[at] ?? '')]] : [])),
  )
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
