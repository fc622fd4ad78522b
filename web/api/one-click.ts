import * as v from 'valibot'
import { readText } from '#web/http/read-json.ts'

const MAX_BYTES = 4 * 1024

export const tokenQuery = v.object({ token: v.string() })

/** What the link in an email was given. */
export function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token')?.trim() ?? ''
}

/** Reads the button behind the unsubscribe link of an email, or the one click of email programs (RFC 8058). */
export async function readOneClick(
  request: Request,
): Promise<{ isOneClick: boolean } | { refusal: Response }> {
  const body = await readText(request, MAX_BYTES)
  return 'refusal' in body ? body : { isOneClick: /List-Unsubscribe=One-Click/i.test(body.text) }
}

export function unsubscribed(): Response {
  return Response.json({ unsubscribed: true })
}

/** What the endpoints of such buttons have in common. */
export const ONE_CLICK = {
  docs: {
    detail:
      'For the button behind the link, and for the one click of email programs (RFC 8058), from anywhere.',
    query: tokenQuery,
    body: {
      type: 'application/x-www-form-urlencoded',
      detail: 'An email program sends `List-Unsubscribe=One-Click`; the button sends nothing.',
      schema: v.object({ 'List-Unsubscribe': v.optional(v.literal('One-Click')) }),
    },
  },
  answer: { means: 'One click: unsubscribed.', schema: v.object({ unsubscribed: v.literal(true) }) },
} as const
