import * as v from 'valibot'
import { contactFormSchema } from '#domain/inbox/contact-form.ts'
import { sendContactMessage } from '#operations/inbox/send-contact-message.ts'
import { contactFaults } from '#web/http/request-language.ts'
import { readJson } from '#web/http/read-json.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { ownPages } from '#web/route.ts'
import { contacting } from '#web/http/limits/rate-limits.ts'

/** `leaveEmpty`: a honeypot field, hidden from people and filled in by bots. */
const requestSchema = v.object({ ...contactFormSchema.entries, leaveEmpty: v.optional(v.string(), '') })

/**
 * POST /api/contact: stores the message and mails it to the owner. A bot gets the same response, and nothing is stored.
 */
export async function receiveContactMessage(request: Request, { shop }: ApiContext): Promise<Response> {
  const body = await readJson(request, requestSchema, contactFaults(shop, request))
  if ('refusal' in body) return body.refusal
  const { leaveEmpty, ...message } = body.value
  if (leaveEmpty === '') await sendContactMessage(shop, message)
  return Response.json({ received: true }, { status: 202 })
}

receiveContactMessage.docs = {
  summary: 'Send the shop a message',
  detail: '`leaveEmpty` is a honeypot for bots that fill in every field: omit it or leave it empty.',
  body: {
    schema: requestSchema,
    example: {
      name: 'Ada Prairie',
      email: 'ada@shopper.example',
      subject: 'wholesale',
      message: 'Ten hoodies in red, please.',
    },
  },
  answers: {
    202: { means: 'The message is stored.', schema: v.object({ received: v.literal(true) }) },
  },
} satisfies EndpointDocs

export const routes = [ownPages('POST /api/contact', receiveContactMessage, contacting)]
