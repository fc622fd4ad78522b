import * as v from 'valibot'
import { looksLikeEmail, MAX_EMAIL_LENGTH } from '#domain/email.ts'
import { askToSignIn, signInByDigits, signInByLink, signOut } from '#operations/accounts/sign-in.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { postedForm, TRAP_DETAIL, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { askingToSignIn, signingIn } from '#web/http/limits/rate-limits.ts'
import { readText } from '#web/http/read-json.ts'
import { answerLanguage } from '#web/http/request-language.ts'
import { seeOther } from '#web/http/see-other.ts'
import { customerCookies, readCustomerCookie } from '#web/http/visitors/customer-cookie.ts'
import { newVisitorId, readVisitorCookie, visitorCookie } from '#web/http/visitors/visitor-cookie.ts'
import { ownPages } from '#web/route.ts'

const MAX_BYTES = 4 * 1024
const TO_THE_PAGE = {
  303: { means: 'To the page, which says how it went.', headers: { location: 'The page.' } },
}

const askSchema = v.object({
  email: v.pipe(v.string(), v.trim(), v.maxLength(MAX_EMAIL_LENGTH), v.check(looksLikeEmail)),
  leaveEmpty: v.optional(v.string(), ''),
})

/** POST /account/ask: the same work and answer for every address. */
async function ask(request: Request, { shop }: ApiContext): Promise<Response> {
  const form = await readForm(request, askSchema)
  if (form instanceof Response) return form
  if (form === null) return seeOther('/account?asked=wrong-email')
  const visitor = readVisitorCookie(request.headers, shop) ?? newVisitorId()
  const language = answerLanguage(shop, request)
  if (form.leaveEmpty === '') await askToSignIn(shop, { email: form.email, visitor, language })
  return seeOther('/account?asked=sent', [visitorCookie(visitor, shop)])
}

ask.docs = {
  summary: 'Ask for an email to sign in with',
  detail: `Every address gets an email with six digits and a link: the shop does not look whether it knows it. ${TRAP_DETAIL}`,
  body: postedForm(askSchema),
  answers: {
    303: {
      means: 'To the page, which asks for the digits.',
      headers: { location: 'The page.', 'set-cookie': 'The id of this browser, which the digits ask for.' },
    },
  },
} satisfies EndpointDocs

const digitsSchema = v.object({ digits: v.pipe(v.string(), v.maxLength(40)) })

/** POST /account/digits */
async function enterDigits(request: Request, { shop }: ApiContext): Promise<Response> {
  const form = await readForm(request, digitsSchema)
  if (form instanceof Response) return form
  const visitor = readVisitorCookie(request.headers, shop)
  const outcome = await signInByDigits(shop, { digits: form?.digits ?? '', visitor })
  return outcome.kind === 'signed-in'
    ? seeOther('/account', customerCookies(outcome.key, shop))
    : seeOther(`/account?asked=${outcome.kind}`)
}

enterDigits.docs = {
  summary: 'Sign in with six digits',
  detail: 'Those of the latest email that this browser asked for: once, within 15 minutes, in five tries.',
  body: postedForm(digitsSchema),
  answers: TO_THE_PAGE,
} satisfies EndpointDocs

const linkSchema = v.object({
  token: v.string(),
  email: v.optional(v.pipe(v.string(), v.maxLength(MAX_EMAIL_LENGTH)), ''),
})

/** POST /account/open: the button of the page behind the link. */
async function openLink(request: Request, { shop }: ApiContext): Promise<Response> {
  const form = await readForm(request, linkSchema)
  if (form instanceof Response) return form
  const { token = '', email = '' } = form ?? {}
  const key = await signInByLink(shop, { token, email, visitor: readVisitorCookie(request.headers, shop) })
  if (key !== null) return seeOther('/account', customerCookies(key, shop))
  const asked = email === '' ? {} : { asked: 'wrong-email' }
  return seeOther(`/account/link?${new URLSearchParams({ token, ...asked })}`)
}

openLink.docs = {
  summary: 'Sign in with the link',
  detail:
    'The button behind the link in the email. It works once, within 15 minutes; in another browser than the one that asked only with the `email` that it went to.',
  body: postedForm(linkSchema),
  answers: TO_THE_PAGE,
} satisfies EndpointDocs

const outSchema = v.object({ where: v.picklist(['here', 'everywhere']) })

/** POST /account/sign-out */
async function leave(request: Request, { shop }: ApiContext): Promise<Response> {
  const form = await readForm(request, outSchema)
  if (form instanceof Response) return form
  const key = readCustomerCookie(request.headers, shop)
  if (key !== null) await signOut(shop, key, form?.where ?? 'here')
  return seeOther('/account', customerCookies('', shop))
}

leave.docs = {
  summary: 'Sign out',
  detail: 'This browser, or every browser that is signed in with its address.',
  body: postedForm(outSchema),
  answers: TO_THE_PAGE,
} satisfies EndpointDocs

/** What a form of these pages posted; null: it was filled in wrongly. */
export async function readForm<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema> | Response | null> {
  const body = await readText(request, MAX_BYTES)
  if ('refusal' in body) return body.refusal
  const filled = v.safeParse(schema, Object.fromEntries(new URLSearchParams(body.text)))
  return filled.success ? filled.output : null
}

export const routes = [
  ownPages('POST /account/ask', ask, askingToSignIn),
  ownPages('POST /account/digits', enterDigits, signingIn),
  ownPages('POST /account/open', openLink, signingIn),
  ownPages('POST /account/sign-out', leave, signingIn),
]
