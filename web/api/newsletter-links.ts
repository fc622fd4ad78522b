import { confirmSubscription } from '#operations/confirm-subscription.ts'
import { unsubscribe } from '#operations/unsubscribe.ts'
import { problem } from '#web/http/problem.ts'
import { readText } from '#web/http/read-json.ts'
import type { ApiContext } from './api-context.ts'

const MOST_BYTES = 4 * 1024

/** POST /newsletter/confirm?token=: the button of the page of the same address, which then says what came of it. */
export async function confirmNewsletter(request: Request, { shop }: ApiContext): Promise<Response> {
  await confirmSubscription(shop, tokenOf(request))
  return backToThePage(request)
}

/**
 * POST /newsletter/unsubscribe?token=: the button of the page of the same address; or a mail program's one click, which
 * brings no cookie and follows no redirect (RFC 8058).
 */
export async function leaveNewsletter(request: Request, { shop }: ApiContext): Promise<Response> {
  const isOneClick = /List-Unsubscribe=One-Click/i.test((await readText(request, MOST_BYTES)) ?? '')
  const left = await unsubscribe(shop, tokenOf(request))
  if (!isOneClick) return backToThePage(request)
  if (left) return Response.json({ unsubscribed: true })
  return problem({ type: 'not-found', status: 404, title: 'This link does not work.' })
}

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token')?.trim() ?? ''
}

function backToThePage(request: Request): Response {
  const { pathname } = new URL(request.url)
  const location = `${pathname}?${new URLSearchParams({ token: tokenOf(request) })}`
  return new Response(null, { status: 303, headers: { location } })
}
