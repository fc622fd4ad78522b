import * as v from 'valibot'
import { newsletterSchema } from '#domain/newsletter/newsletter.ts'
import { holdPiece } from '#operations/reminders/hold-piece.ts'
import { askForReminder, changeReminder } from '#operations/reminders/reminders.ts'
import { toProductId } from '#domain/ids.ts'
import type { ReminderTopic } from '#domain/reminders/reminder.ts'
import type { Shop } from '#operations/shop.ts'
import { findDrop } from '#operations/drops/find-drop.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { checkoutIdSchema } from '#web/api/checkout/items-schema.ts'
import { postedForm, refusal, TRAP_DETAIL, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { ONE_CLICK, readOneClick, tokenOf, tokenQuery, unsubscribed } from '#web/api/one-click.ts'
import { tooMany } from '#web/api/too-many.ts'
import { isLoopback, networkOf } from '#web/http/limits/client-address.ts'
import { buying, reading, subscribing } from '#web/http/limits/rate-limits.ts'
import { problem } from '#web/http/problem.ts'
import { readJson, readText } from '#web/http/read-json.ts'
import { answerLanguage } from '#web/http/request-language.ts'
import { seeOther } from '#web/http/see-other.ts'
import { readVisitorCookie } from '#web/http/visitors/visitor-cookie.ts'
import { momentWords } from '#domain/shop-time.ts'
import { wordsIn } from '#words/languages.ts'
import { anyone, ownPages } from '#web/route.ts'

const MAX_BYTES = 4 * 1024
const MAX_SIZE_LENGTH = 40

/** `leaveEmpty`: a honeypot field, hidden from people and filled in by bots. */
const formSchema = v.object({
  ...newsletterSchema.entries,
  drop: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/))),
  product: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))),
  size: v.optional(v.pipe(v.string(), v.maxLength(MAX_SIZE_LENGTH))),
  leaveEmpty: v.optional(v.string(), ''),
})

/**
 * POST /api/reminders: the form of a drop's page, or of a product with sizes that are sold out. The answer is the same
 * for a new address and a known one.
 */
async function tellMe(request: Request, { shop }: ApiContext): Promise<Response> {
  const body = await readText(request, MAX_BYTES)
  if ('refusal' in body) return body.refusal
  const form = new URLSearchParams(body.text)
  const page = await findPage(shop, form)
  if (page === null) return seeOther('/shop')
  const answer = (asked: 'sent' | 'failed') => seeOther(`${page.path}?asked=${asked}#tell-me`)
  const filled = v.safeParse(formSchema, Object.fromEntries(form))
  if (!filled.success || page.topic === null) return answer('failed')
  if (filled.output.leaveEmpty === '')
    await askForReminder(shop, page.topic, filled.output.email, answerLanguage(shop, request))
  return answer('sent')
}

/** The page of the form, and what one can be told of there; null: there is no such page, or nothing to be told. */
async function findPage(
  shop: Shop,
  form: URLSearchParams,
): Promise<{ path: string; topic: ReminderTopic | null } | null> {
  const handle = form.get('drop')
  if (handle !== null) {
    const drop = await findDrop(shop, handle)
    if (drop === null) return null
    const topic = { kind: 'drop', dropId: drop.id } as const
    return { path: `/drop/${drop.handle}`, topic: shop.now() < drop.soldFrom ? topic : null }
  }
  const product = await shop.catalog.find(toProductId(form.get('product') ?? ''))
  if (product === null) return null
  const offered = product.sizes.find(({ size }) => size === form.get('size'))
  const topic = offered ? ({ kind: 'size', productId: product.id, size: offered.size } as const) : null
  return { path: `/product/${product.id}`, topic }
}

tellMe.docs = {
  summary: 'Be told when a drop begins, or when a size is back in stock',
  detail:
    '`drop`, or `product` and `size`. The address gets an email with a link to confirm, and one more when it is time. ' +
    TRAP_DETAIL,
  body: postedForm(formSchema),
  answers: {
    303: { means: 'Back to the page, which says how it went.', headers: { location: 'The page.' } },
  },
} satisfies EndpointDocs

/** The button of the page behind the link. */
async function confirm(request: Request, { shop }: ApiContext): Promise<Response> {
  await changeReminder(shop, tokenOf(request), 'confirm')
  return seeOther(`/reminder?${new URLSearchParams({ token: tokenOf(request) })}`)
}

confirm.docs = {
  summary: 'Confirm that one wants to be told',
  detail: 'The button behind the link in the email. Pressing it again changes nothing.',
  query: tokenQuery,
  answers: { 303: { means: 'Back to the page.', headers: { location: 'The page.' } } },
} satisfies EndpointDocs

/** Also the one click of email programs, without cookies (RFC 8058). */
async function leave(request: Request, { shop }: ApiContext): Promise<Response> {
  const click = await readOneClick(request)
  if ('refusal' in click) return click.refusal
  await changeReminder(shop, tokenOf(request), 'leave')
  return click.isOneClick ? unsubscribed() : seeOther('/shop')
}

leave.docs = {
  summary: 'Not be told',
  ...ONE_CLICK.docs,
  answers: {
    200: ONE_CLICK.answer,
    303: { means: 'To the shop.', headers: { location: 'The shop.' } },
  },
} satisfies EndpointDocs

const holdSchema = v.object({ token: v.pipe(v.string(), v.maxLength(200)), checkoutId: checkoutIdSchema })

/** The button behind the link of the email that a size is back. */
async function hold(request: Request, { shop, address }: ApiContext): Promise<Response> {
  const body = await readJson(request, holdSchema)
  if ('refusal' in body) return body.refusal
  const language = answerLanguage(shop, request)
  const { language: how, reminder: words, ...rest } = wordsIn(shop, language)
  const outcome = await holdPiece(shop, {
    ...body.value,
    language,
    address: isLoopback(address) ? null : networkOf(address),
    visitor: readVisitorCookie(request.headers, shop),
  })
  switch (outcome.kind) {
    case 'held': {
      const { endsAt } = outcome
      return Response.json({ endsAt, time: momentWords(endsAt, how.LANGUAGE, shop.settings.timeZone) })
    }
    case 'unknown':
      return problem({ type: 'not-found', status: 404, title: words.unknown })
    case 'too-many-unpaid':
      return tooMany(outcome, words.tooManyHeld, rest['checkout/refusals'])
    default:
      return problem({ type: outcome.kind, status: 409, title: words.holdRefused[outcome.kind] })
  }
}

hold.docs = {
  summary: 'Have one piece of a size held that is back in stock',
  detail:
    'For whoever was told by email that it is back, once. The piece is held for the cart of `checkoutId`: placing that checkout takes over the hold. ' +
    '`endsAt` is in epoch milliseconds.',
  body: {
    schema: holdSchema,
    example: { token: 'ab12.cd34', checkoutId: '0123456789abcdef' },
  },
  answers: {
    200: { means: 'It is held.', schema: v.object({ endsAt: v.number(), time: v.string() }) },
    404: refusal('The link is of no size that its reader was told of.'),
    409: refusal(
      '`used`: this email has held its piece. `gone`: there is none left. `checkout-open`: the cart is being paid.',
    ),
    429: refusal('`too-many-unpaid`: this browser or network holds too much already.'),
  },
} satisfies EndpointDocs

export const routes = [
  ownPages('POST /api/reminders', tellMe, subscribing),
  ownPages('POST /api/reminders/hold', hold, buying),
  ownPages('POST /reminder/confirm', confirm, reading),
  anyone('POST /reminder/leave', leave, reading),
]
