import type * as v from 'valibot'
import { PROBLEM_TYPE } from '#web/http/problem.ts'

/** A JSON request body: the schema that validates it, and a valid example. */
export interface JsonBody {
  schema: v.GenericSchema
  example: object
}

/** Another request body. Without a schema it is binary. */
export interface OtherBody {
  type: string
  detail: string
  schema?: v.GenericSchema
}

/** One response. `type` is its media type when it is not JSON; without `schema` and `type` it has no body. */
export interface AnswerDocs {
  means: string
  schema?: v.GenericSchema
  type?: string
  headers?: Record<string, string>
}

/**
 * The documentation of an endpoint (openapi/openapi-document.ts), attached to its handler as `docs`. What follows from
 * the route, such as access, or from reading a JSON body, is not repeated here.
 */
export interface EndpointDocs {
  summary: string
  detail?: string
  params?: ObjectSchema
  query?: ObjectSchema
  body?: JsonBody | OtherBody
  answers: Record<number, AnswerDocs>
}

/** Named values: path or query parameters. */
export interface ObjectSchema extends v.GenericSchema {
  entries: Record<string, v.GenericSchema>
}

/** A refusal by the endpoint itself. `schema` when it has more fields than other problems. */
export function refusal(means: string): AnswerDocs
export function refusal<Schema extends v.GenericSchema>(
  means: string,
  schema: Schema,
): AnswerDocs & { schema: Schema }
export function refusal(means: string, schema?: v.GenericSchema): AnswerDocs {
  return { means, type: PROBLEM_TYPE, ...(schema && { schema }) }
}

/** The body of what a form of a page posts without a script. */
export function postedForm(schema: v.GenericSchema): OtherBody {
  return { type: 'application/x-www-form-urlencoded', detail: 'The form of the page.', schema }
}

/** Of a form that strangers may send. */
export const TRAP_DETAIL =
  '`leaveEmpty` is a trap for programs that fill in every field: leave it out or empty.'
