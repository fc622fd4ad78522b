import * as v from 'valibot'
import { toFitAnswerId } from '#domain/ids.ts'
import { changeOwnMails, eraseOwnData, readOwnData } from '#operations/accounts/own-data.ts'
import { readOwnOrders } from '#operations/accounts/own-orders.ts'
import { findCustomer } from '#operations/accounts/sign-in.ts'
import { deleteOwnAnswer } from '#operations/fit/answer-how-it-fits.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { postedForm, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { readingEverything, signingIn, subscribing } from '#web/http/limits/rate-limits.ts'
import { seeOther } from '#web/http/see-other.ts'
import { customerCookies, readCustomerCookie } from '#web/http/visitors/customer-cookie.ts'
import { anyone, ownPages } from '#web/route.ts'
import { readForm } from './sign-in.ts'

const TO_THE_PAGE = {
  303: { means: 'To the page, which says how it went.', headers: { location: 'The page.' } },
}
const customerOf = (request: Request, { shop }: ApiContext) =>
  findCustomer(shop, readCustomerCookie(request.headers, shop))

/** GET /account/data.json */
async function download(request: Request, context: ApiContext): Promise<Response> {
  const email = await customerOf(request, context)
  if (email === null) return seeOther('/account')
  return new Response(JSON.stringify(await readOwnData(context.shop, email), null, 2), {
    headers: {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="data.json"',
      'cache-control': 'no-store',
    },
  })
}

download.docs = {
  summary: 'What the shop has about a customer',
  detail: 'For the customer who is signed in in this browser.',
  answers: {
    200: { means: 'Orders, messages, saved pieces and choices of emails.', schema: v.looseObject({}) },
    ...TO_THE_PAGE,
  },
} satisfies EndpointDocs

const mailsSchema = v.object({ choice: v.picklist(['join', 'leave', 'no-reminders', 'fit', 'no-fit']) })

/** POST /account/mails */
async function chooseMails(request: Request, context: ApiContext): Promise<Response> {
  const form = await readForm(request, mailsSchema)
  if (form instanceof Response) return form
  const email = await customerOf(request, context)
  if (form === null || email === null) return seeOther('/account')
  await changeOwnMails(context.shop, email, form.choice)
  return seeOther(form.choice === 'join' ? '/account?asked=joined' : '/account')
}

chooseMails.docs = {
  summary: 'Choose emails',
  detail: 'Of the customer who is signed in in this browser. The newsletter is confirmed by email.',
  body: postedForm(mailsSchema),
  answers: TO_THE_PAGE,
} satisfies EndpointDocs

const answerSchema = v.object({
  answer: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/), v.transform(toFitAnswerId)),
})

/** POST /account/answers */
async function deleteAnswer(request: Request, context: ApiContext): Promise<Response> {
  const form = await readForm(request, answerSchema)
  if (form instanceof Response) return form
  const email = await customerOf(request, context)
  if (form === null || email === null) return seeOther('/account')
  await deleteOwnAnswer(context.shop, form.answer, await readOwnOrders(context.shop, email))
  return seeOther('/account')
}

deleteAnswer.docs = {
  summary: 'Delete an answer about how a piece fits',
  detail: 'Of the customer who is signed in in this browser, with what they wrote to it.',
  body: postedForm(answerSchema),
  answers: TO_THE_PAGE,
} satisfies EndpointDocs

const eraseSchema = v.object({ sure: v.literal('yes') })

/** POST /account/erase */
async function erase(request: Request, context: ApiContext): Promise<Response> {
  const form = await readForm(request, eraseSchema)
  if (form instanceof Response) return form
  const email = await customerOf(request, context)
  if (form === null || email === null) return seeOther('/account')
  const { kind } = await eraseOwnData(context.shop, email)
  return kind === 'orders-in-hand'
    ? seeOther('/account?asked=in-hand')
    : seeOther('/account?asked=erased', customerCookies('', context.shop))
}

erase.docs = {
  summary: 'Delete a customer’s own data',
  detail:
    'Of the customer who is signed in in this browser: all of it, or nothing while an order is in progress or store credit is left.',
  body: postedForm(eraseSchema),
  answers: TO_THE_PAGE,
} satisfies EndpointDocs

export const routes = [
  anyone('GET /account/data.json', download, readingEverything),
  ownPages('POST /account/mails', chooseMails, subscribing),
  ownPages('POST /account/answers', deleteAnswer, subscribing),
  ownPages('POST /account/erase', erase, signingIn),
]
