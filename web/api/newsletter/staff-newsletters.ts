import * as v from 'valibot'
import { toIssueId } from '#domain/ids.ts'
import { issueSchema, segmentSchema } from '#domain/newsletter/issue-form.ts'
import { EVERYONE, ISSUE_STATES, TAKE_BACK_MS } from '#domain/newsletter/issue.ts'
import { keysOf } from '#domain/record-of.ts'
import {
  countOfSegment,
  createIssue,
  previewIssue,
  readIssue,
  readIssues,
  removeIssue,
  saveIssue,
  scheduleIssue,
  steerIssue,
  testIssue,
  type CountedIssue,
  type IssueOutcome,
} from '#operations/newsletter/issues.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'

const issueParams = idParams(toIssueId, 'This newsletter was deleted in the meantime.')
const versionSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const time = v.nullable(v.number())

const countedSchema = v.object({
  ...issueSchema.entries,
  subject: v.string(),
  id: v.string(),
  version: countSchema,
  state: v.picklist(keysOf(ISSUE_STATES)),
  sendAt: time,
  beganAt: time,
  endedAt: time,
  createdAt: v.number(),
  updatedAt: v.number(),
  madeBy: v.string(),
  counts: v.object({
    waiting: countSchema,
    queued: countSchema,
    sent: countSchema,
    failed: countSchema,
    left: countSchema,
  }),
})

const DRAFT = {
  subject: 'New pieces',
  preview: 'Five hoodies, in all sizes',
  language: 'en',
  blocks: [
    {
      kind: 'text',
      heading: 'They are here',
      text: 'See **all of them** at [our shop](/shop).',
      picture: null,
      items: [],
    },
  ],
  segment: EVERYONE,
} as const

const DETAIL =
  'Texts are plain: `#` begins a heading, `-` a point of a list, `**words**` are bold, `[words](https://shop.example)` a link. Products are shown with their prices at the moment of sending; those that shoppers do not see then are left out.'

/** What is sent of it. Ids are plain texts there. */
const shown = (issue: CountedIssue) => issue as unknown as v.InferOutput<typeof countedSchema>

function answerOf(outcome: IssueOutcome): v.InferOutput<typeof countedSchema> | Response {
  switch (outcome.kind) {
    case 'changed':
      return shown(outcome.issue)
    case 'no-such':
      return noSuch(issueParams)
    case 'changed-meanwhile':
      return problem({
        type: 'changed-meanwhile',
        status: 409,
        title: 'Someone else changed this newsletter in the meantime.',
        current: shown(outcome.issue),
      })
    case 'not-possible':
      return problem({
        type: 'not-possible',
        status: 409,
        title: `${NOT_NOW[outcome.state]} Reload the page.`,
      })
    case 'no-headers':
      return problem({
        type: 'not-possible',
        status: 409,
        title:
          'EmailJS drops the headers that let readers unsubscribe with one click, which Gmail and Yahoo ask of newsletters. Choose a mail server (SMTP) under Connections, then send it.',
      })
    case 'nobody':
      return problem({
        type: 'not-possible',
        status: 409,
        title: 'Nobody would get it: no subscriber matches.',
      })
    case 'pictures-gone': {
      const errors = [{ path: '/blocks', message: 'Upload the images of this newsletter again.' }]
      return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
    }
  }
}

const NOT_NOW = {
  draft: 'This newsletter is not scheduled, or has no subject yet.',
  scheduled: 'This newsletter is scheduled.',
  sending: 'This newsletter is being sent.',
  stopped: 'This newsletter is stopped.',
  sent: 'This newsletter is sent.',
} as const

const REFUSED = refusal(
  'It is not in a state from which that can be (`not-possible`), or somebody else changed it first (`changed-meanwhile`).',
  v.object({ current: v.optional(countedSchema) }),
)

export const routes = [
  staffAction('GET /api/staff/newsletters', 'subscribers.read', {
    summary: 'Newsletters',
    detail: 'The latest first, 50 on a page.',
    query: v.object({ page: v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number)), '1') }),
    answers: {
      200: {
        means: 'A page of them.',
        schema: v.object({ newsletters: v.array(countedSchema), pages: countSchema }),
      },
    },
    async run({ shop, query }) {
      const { rows, pages } = await readIssues(shop, Math.max(1, query.page))
      return { newsletters: rows.map(shown), pages }
    },
  }),
  staffAction('POST /api/staff/newsletters', 'newsletters.send', {
    summary: 'Begin a newsletter',
    detail: 'Empty, or as a copy of another one.',
    body: {
      schema: v.object({ copyOf: v.optional(v.nullable(v.string()), null) }),
      example: { copyOf: null },
    },
    answers: { 201: { means: 'The draft.', schema: countedSchema } },
    async run({ shop, body: { copyOf } }) {
      const made = await createIssue(shop, copyOf === null ? null : toIssueId(copyOf))
      return made === null ? noSuch(issueParams) : shown(made)
    },
  }),
  staffAction('POST /api/staff/newsletters/count', 'subscribers.read', {
    summary: 'How many subscribers a segment has',
    detail:
      'Confirmed subscribers whose address has not bounced. `purchase`: what paid orders have (`bought`) or never had (`never`) of these products or categories, of this size, since a day; without any of them, whether there is an order at all.',
    body: { schema: v.object({ segment: segmentSchema }), example: { segment: EVERYONE } },
    answers: { 200: { means: 'How many.', schema: v.object({ count: countSchema }) } },
    run: async ({ shop, body }) => ({ count: await countOfSegment(shop, body.segment) }),
  }),
  staffAction('GET /api/staff/newsletters/:id', 'subscribers.read', {
    summary: 'A newsletter',
    params: issueParams,
    answers: { 200: { means: 'The newsletter, and what became of its recipients.', schema: countedSchema } },
    async run({ shop, params: { id } }) {
      const found = await readIssue(shop, id)
      return found === null ? noSuch(issueParams) : shown(found)
    },
  }),
  staffAction('PUT /api/staff/newsletters/:id', 'newsletters.send', {
    summary: 'Change a draft',
    detail: DETAIL,
    params: issueParams,
    body: {
      schema: v.object({ version: versionSchema, value: issueSchema }),
      example: { version: 1, value: DRAFT },
    },
    answers: { 200: { means: 'The draft as it is now.', schema: countedSchema }, 409: REFUSED },
    run: async ({ shop, params: { id }, body }) =>
      answerOf(await saveIssue(shop, { id, version: body.version, draft: body.value })),
  }),
  staffAction('DELETE /api/staff/newsletters/:id', 'newsletters.send', {
    summary: 'Delete a draft',
    params: issueParams,
    answers: { 204: { means: 'It is deleted.' }, 409: refusal('It is scheduled, or was sent.') },
    async run({ shop, params: { id } }) {
      if (await removeIssue(shop, id)) return null
      const found = await readIssue(shop, id)
      return found === null
        ? noSuch(issueParams)
        : problem({
            type: 'not-possible',
            status: 409,
            title: `${NOT_NOW[found.state]} Only drafts are deleted.`,
          })
    },
  }),
  staffAction('POST /api/staff/newsletters/:id/test', 'newsletters.send', {
    summary: 'Mail a test of a newsletter to oneself',
    detail: 'As it is saved, to the address of the member of staff.',
    params: issueParams,
    answers: {
      200: { means: 'It is on its way.', schema: v.object({ to: v.string() }) },
      409: refusal('It has no subject yet.'),
    },
    async run({ shop, params: { id }, staff }) {
      const to = staff.member.email
      if (await testIssue(shop, id, to)) return { to }
      const found = await readIssue(shop, id)
      return found === null
        ? noSuch(issueParams)
        : problem({ type: 'not-possible', status: 409, title: 'Save a subject first.' })
    },
  }),
  staffAction('POST /api/staff/newsletters/:id/send', 'newsletters.send', {
    summary: 'Send a newsletter',
    detail: `At a time in epoch milliseconds, or at once (null): ${TAKE_BACK_MS / 1_000} seconds later, so that it can be taken back.`,
    params: issueParams,
    body: {
      schema: v.object({
        version: versionSchema,
        sendAt: v.nullable(
          v.pipe(
            v.number('Enter a day and a time.'),
            v.safeInteger(),
            v.minValue(0, 'Enter a day and a time.'),
          ),
        ),
      }),
      example: { version: 1, sendAt: null },
    },
    answers: {
      200: { means: 'It is scheduled.', schema: countedSchema },
      409: refusal(
        'It is no draft, has no subject, nobody would get it, or the mail service cannot send newsletters (`not-possible`); or somebody else changed it first (`changed-meanwhile`).',
        v.object({ current: v.optional(countedSchema) }),
      ),
    },
    run: async ({ shop, params: { id }, body }) => answerOf(await scheduleIssue(shop, { id, ...body })),
  }),
  staffAction('POST /api/staff/newsletters/:id/steer', 'newsletters.send', {
    summary: 'Take back, stop or continue a newsletter',
    detail:
      '`draft` takes back what is scheduled, `stopped` stops what is being sent, `sending` lets that go on: nobody gets it twice.',
    params: issueParams,
    body: {
      schema: v.object({ to: v.picklist(['draft', 'stopped', 'sending']) }),
      example: { to: 'stopped' },
    },
    answers: { 200: { means: 'The newsletter as it is now.', schema: countedSchema }, 409: REFUSED },
    run: async ({ shop, params: { id }, body }) => answerOf(await steerIssue(shop, { id, to: body.to })),
  }),
  staffAction('GET /api/staff/newsletters/:id/preview', 'subscribers.read', {
    summary: 'A newsletter as plain text',
    detail: 'As it is saved, with products as they are now.',
    params: issueParams,
    answers: { 200: { means: 'The text.', schema: v.object({ text: v.string() }) } },
    async run({ shop, params: { id } }) {
      const found = await readIssue(shop, id)
      return found === null ? noSuch(issueParams) : { text: (await previewIssue(shop, found)).text }
    },
  }),
  staffAction('GET /api/staff/newsletters/:id/preview.html', 'subscribers.read', {
    summary: 'A newsletter as it looks',
    detail: 'As it is saved, with products as they are now.',
    params: issueParams,
    answers: { 200: { means: 'The email.', type: 'text/html; charset=utf-8' } },
    async run({ shop, params: { id } }) {
      const found = await readIssue(shop, id)
      if (found === null) return noSuch(issueParams)
      const { html } = await previewIssue(shop, found)
      return new Response(html, {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          // An email has inline styles. It runs nothing, and is shown within the page of the newsletter only.
          'content-security-policy': `default-src 'none'; img-src ${["'self'", 'data:', ...shop.images.origins].join(' ')}; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'`,
        },
      })
    },
  }),
]
