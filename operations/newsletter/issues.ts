import { randomUUID } from 'node:crypto'
import {
  changeIssueState,
  countRecipients,
  countSegment,
  deleteIssue,
  findIssue,
  insertIssue,
  listIssues,
  updateDraft,
} from '#db/newsletter/issues.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { INBOX_PAGE_SIZE } from '#domain/inbox/inbox-list.ts'
import type { AuditAction } from '#domain/audit/audit.ts'
import { toIssueId, type IssueId } from '#domain/ids.ts'
import {
  EVERYONE,
  ISSUE_TRANSITIONS,
  issuePictures,
  NO_RECIPIENTS,
  TAKE_BACK_MS,
  type Issue,
  type IssueDraft,
  type IssueState,
  type RecipientCounts,
  type Segment,
} from '#domain/newsletter/issue.ts'
import { renderMail } from '#operations/mail/send-mail.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import { protectPictures } from '#operations/protect-pictures.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'
import { ownLanguage, wordsIn } from '#words/languages.ts'
import { issueBody } from './issue-body.ts'
import { ISSUE_MAIL, testUnsubscribe } from './send-issues.ts'

/** A newsletter with how many recipients are in which state. */
export type CountedIssue = Issue & { counts: RecipientCounts }

/** What came of a change. `changed-meanwhile`: somebody else's came first. */
export type IssueOutcome =
  | { kind: 'changed'; issue: CountedIssue }
  | { kind: 'no-such' }
  | { kind: 'changed-meanwhile'; issue: CountedIssue }
  | { kind: 'not-possible'; state: IssueState }
  /** A picture is not stored any more. */
  | { kind: 'pictures-gone'; keys: string[] }
  /** The mail service drops the headers that let a reader unsubscribe with one click. */
  | { kind: 'no-headers' }
  | { kind: 'nobody' }

/** One page of the newsletters, the latest first. */
export async function readIssues(shop: Shop, page: number): Promise<ListPage<CountedIssue>> {
  const { db } = shop.database
  return nearestPage(page, INBOX_PAGE_SIZE, async (span) => {
    const { issues, total } = await listIssues(db, span)
    const counts = await countRecipients(
      db,
      issues.map(({ id }) => id),
    )
    return { rows: issues.map((one) => ({ ...one, counts: counts.get(one.id) ?? NO_RECIPIENTS })), total }
  })
}

export async function readIssue(shop: Pick<Shop, 'database'>, id: IssueId): Promise<CountedIssue | null> {
  const { db } = shop.database
  const issue = await findIssue(db, id)
  return issue && { ...issue, counts: (await countRecipients(db, [id])).get(id) ?? NO_RECIPIENTS }
}

/** How many subscribers a segment has now. */
export function countOfSegment({ database }: Shop, segment: Segment): Promise<number> {
  return countSegment(database.db, segment)
}

/** Begins a newsletter, empty or as a copy of another. Null: there is no such other. */
export async function createIssue(shop: Shop, copyOf: IssueId | null): Promise<CountedIssue | null> {
  const other = copyOf === null ? null : await findIssue(shop.database.db, copyOf)
  if (copyOf !== null && other === null) return null
  const id = toIssueId(randomUUID())
  const draft: IssueDraft = other ?? {
    subject: '',
    preview: '',
    language: ownLanguage(shop),
    blocks: [{ kind: 'text', heading: '', text: '', picture: null, items: [] }],
    segment: EVERYONE,
  }
  const { subject, preview, language, blocks, segment } = draft
  await transact(shop.database, async (tx) => {
    const written = { subject, preview, language, blocks, segment }
    await insertIssue(tx, { id, draft: written, madeBy: shop.author?.email ?? '', now: shop.now() })
    await recordAudit(tx, shop, { action: 'newsletter-written', subject: { id, name: subject || 'New' } })
  })
  return readIssue(shop, id)
}

/** Saves a draft. `version`: the one that was changed. */
export async function saveIssue(
  shop: Shop,
  { id, version, draft }: { id: IssueId; version: number; draft: IssueDraft },
): Promise<IssueOutcome> {
  const keys = await protectPictures(shop, issuePictures(draft))
  if (keys.length > 0) return { kind: 'pictures-gone', keys }
  return changing(shop, { id, version }, 'newsletter-written', async (tx, issue) => {
    if (issue.state !== 'draft') return { kind: 'not-possible', state: issue.state }
    await updateDraft(tx, issue, draft, shop.now())
    return null
  })
}

/** Deletes a newsletter that was not sent, and has nobody who got it. False: it cannot be, or is gone. */
export async function removeIssue(shop: Shop, id: IssueId): Promise<boolean> {
  return transact(shop.database, async (tx) => {
    const issue = await findIssue(tx, id, { lock: true })
    if (issue?.state !== 'draft') return false
    await deleteIssue(tx, id)
    await recordAudit(tx, shop, {
      action: 'newsletter-deleted',
      subject: { id, name: issue.subject || 'New' },
    })
    return true
  })
}

/** Sends a draft at a time, or after the moments in which it can be taken back. */
export async function scheduleIssue(
  shop: Shop,
  { id, version, sendAt }: { id: IssueId; version: number; sendAt: number | null },
): Promise<IssueOutcome> {
  if (shop.mailer.dropsHeaders) return { kind: 'no-headers' }
  const before = await findIssue(shop.database.db, id)
  if (before && sendAt === null && (await countSegment(shop.database.db, before.segment)) === 0)
    return { kind: 'nobody' }
  return changing(shop, { id, version }, 'newsletter-scheduled', async (tx, issue) => {
    if (issue.state !== 'draft' || issue.subject === '') return { kind: 'not-possible', state: issue.state }
    const at = shop.now()
    const send_at = Math.max(sendAt ?? 0, at + TAKE_BACK_MS)
    await changeIssueState(tx, issue, 'scheduled', { send_at, updated_at: at })
    return null
  })
}

/** Takes back what is scheduled, stops what is being sent, or lets it go on. */
export async function steerIssue(
  shop: Shop,
  { id, to }: { id: IssueId; to: 'draft' | 'stopped' | 'sending' },
): Promise<IssueOutcome> {
  const action = (
    {
      draft: 'newsletter-taken-back',
      stopped: 'newsletter-stopped',
      sending: 'newsletter-continued',
    } as const
  )[to]
  return changing(shop, { id, version: null }, action, async (tx, issue) => {
    const isAllowed =
      ISSUE_TRANSITIONS[issue.state].includes(to) && !(to === 'sending' && issue.state === 'scheduled')
    if (!isAllowed) return { kind: 'not-possible', state: issue.state }
    const updated_at = shop.now()
    await changeIssueState(tx, issue, to, { updated_at, ...(to === 'draft' && { send_at: null }) })
    return null
  })
}

/** Mails what is saved to the member of staff who asks. */
export async function testIssue(shop: Shop, id: IssueId, testTo: string): Promise<boolean> {
  const at = shop.now()
  return transact(shop.database, async (tx) => {
    const issue = await findIssue(tx, id)
    if (issue === null || issue.subject === '') return false
    const payload = { issueId: id, testTo, at }
    await enqueue(tx, [{ kind: ISSUE_MAIL, payload, dedupeKey: `${ISSUE_MAIL}-test:${id}:${at}` }], at)
    await recordAudit(tx, shop, { action: 'newsletter-tested', subject: { id, name: issue.subject } })
    return true
  })
}

/** What is saved as it would be read now. */
export async function previewIssue(shop: Shop, issue: Issue): Promise<{ html: string; text: string }> {
  const words = wordsIn(shop, issue.language)
  const body = await issueBody(shop, issue, testUnsubscribe(shop))
  return renderMail(shop, { kind: ISSUE_MAIL, body, words })
}

async function changing(
  shop: Shop,
  { id, version }: { id: IssueId; version: number | null },
  action: AuditAction,
  change: (tx: Tx, issue: Issue) => Promise<Exclude<IssueOutcome, { kind: 'changed' }> | null>,
): Promise<IssueOutcome> {
  const refused = await transact(
    shop.database,
    async (tx): Promise<Exclude<IssueOutcome, { kind: 'changed' }> | null> => {
      const issue = await findIssue(tx, id, { lock: true })
      if (issue === null) return { kind: 'no-such' }
      if (version !== null && issue.version !== version)
        return { kind: 'changed-meanwhile', issue: { ...issue, counts: NO_RECIPIENTS } }
      const no = await change(tx, issue)
      if (no === null) {
        const now = (await findIssue(tx, id))!
        await recordAudit(tx, shop, { action, subject: { id, name: now.subject || 'New' } })
      }
      return no
    },
  )
  return refused ?? { kind: 'changed', issue: (await readIssue(shop, id))! }
}
