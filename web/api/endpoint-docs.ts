import type * as v from 'valibot'
import { PROBLEM_TYPE } from '#web/http/problem.ts'

/** The JSON body of a request: the schema that the endpoint checks it with, and an example that it takes. */
export interface JsonBody {
  schema: v.GenericSchema
  example: object
}

/** A body of another kind. Without a schema it is bytes. */
export interface OtherBody {
  type: string
  detail: string
  schema?: v.GenericSchema
}

/** One answer. `type` is its media type when that is not JSON; without `schema` and `type` it has no body. */
export interface AnswerDocs {
  means: string
  schema?: v.GenericSchema
  type?: string
  headers?: Record<string, string>
}

/**
 * How the description of the API presents an endpoint (openapi/openapi-document.ts). It hangs on the handler as `docs`.
 * What follows from the route, such as who may come, or from reading a JSON body, is not repeated here.
 */
export interface EndpointDocs {
  summary: string
  detail?: string
  params?: ObjectSchema
  query?: ObjectSchema
  body?: JsonBody | OtherBody
  answers: Record<number, AnswerDocs>
}

/** Named values: the parts of a path, or of a query. */
export interface ObjectSchema extends v.GenericSchema {
  entries: Record<string, v.GenericSchema>
}

/** A refusal of the endpoint's own. `schema` when it carries more than every problem does. */
export function refusal(means: string, schema?: v.GenericSchema): AnswerDocs {
  return { means, type: PROBLEM_TYPE, ...(schema && { schema }) }
}
