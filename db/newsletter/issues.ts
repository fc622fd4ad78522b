import { sql, type Kysely, type Selectable } from 'kysely'
import { insertRows } from '#db/engine/compiled-statements.ts'
import { isAmong } from '#db/engine/is-among.ts'
import { COUNTS_IN_FIGURES } from '#db/engine/test-orders.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { IssueId, SubscriberId } from '#domain/ids.ts'
import {
  issuePictures,
  ISSUE_TRANSITIONS,
  NO_RECIPIENTS,
  type Issue,
  type IssueDraft,
  type IssueState,
  type RecipientCounts,
  type RecipientState,
  type Segment,
} from '#domain/newsletter/issue.ts'

type Db = Kysely<Database>

function issueOf(row: Selectable<Database['newsletter_issues']>): Issue {
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    subject: row.subject,
    preview: row.preview,
    language: row.language,
    blocks: JSON.parse(row.blocks) as Issue['blocks'],
    segment: JSON.parse(row.segment) as Segment,
    sendAt: row.send_at,
    beganAt: row.began_at,
    endedAt: row.ended_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    madeBy: row.made_by,
  }
}

const columnsOf = ({ blocks, segment, ...rest }: IssueDraft) => ({
  ...rest,
  blocks: JSON.stringify(blocks),
  segment: JSON.stringify(segment),
})

export async function insertIssue(
  tx: Tx,
  { id, draft, madeBy, now }: { id: IssueId; draft: IssueDraft; madeBy: string; now: number },
): Promise<void> {
  await tx
    .insertInto('newsletter_issues')
    .values({
      id,
      version: 1,
      state: 'draft',
      ...columnsOf(draft),
      send_at: null,
      began_at: null,
      ended_at: null,
      created_at: now,
      updated_at: now,
      made_by: madeBy,
      counts: null,
    })
    .execute()
  await writePictures(tx, id, draft)
}

async function writePictures(tx: Tx, id: IssueId, draft: IssueDraft): Promise<void> {
  await tx.deleteFrom('newsletter_pictures').where('issue_id', '=', id).execute()
  const keys = [...new Set(issuePictures(draft))]
  if (keys.length > 0)
    await insertRows(
      tx,
      'newsletter_pictures',
      keys.map((key) => ({ issue_id: id, key })),
    )
}

/** Which of these pictures newsletters have. */
export async function picturesOfIssues(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('newsletter_pictures')
    .select('key')
    .distinct()
    .where(isAmong(db, 'key', keys))
    .execute()
  return rows.map(({ key }) => key)
}

export async function findIssue(db: Db, id: IssueId, { lock = false } = {}): Promise<Issue | null> {
  const found = db.selectFrom('newsletter_issues').selectAll().where('id', '=', id)
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst()
  return row ? issueOf(row) : null
}

/** The newsletters, the latest first. */
export async function listIssues(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ issues: Issue[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('newsletter_issues')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('newsletter_issues')
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { issues: rows.map(issueOf), total: Number(total) }
}

/** Writes a draft that is locked. */
export async function updateDraft(
  tx: Tx,
  { id, version }: Issue,
  draft: IssueDraft,
  now: number,
): Promise<void> {
  await tx
    .updateTable('newsletter_issues')
    .set({ ...columnsOf(draft), version: version + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
  await writePictures(tx, id, draft)
}

/**
 * The only way the state of a newsletter changes. Lock it first. Throws when ISSUE_TRANSITIONS does not allow it, which
 * callers must check.
 */
export async function changeIssueState(
  tx: Tx,
  { id, state, version }: Pick<Issue, 'id' | 'state' | 'version'>,
  to: IssueState,
  times: { send_at?: number | null; began_at?: number; ended_at?: number | null; updated_at: number },
): Promise<void> {
  if (!ISSUE_TRANSITIONS[state].includes(to))
    throw new Error(`A newsletter that is ${state} cannot become ${to}`)
  await tx
    .updateTable('newsletter_issues')
    .set({ state: to, version: version + 1, ...times })
    .where('id', '=', id)
    .execute()
}

export async function deleteIssue(tx: Tx, id: IssueId): Promise<void> {
  await tx.deleteFrom('newsletter_issues').where('id', '=', id).execute()
}

/** The newsletters whose time has come, and those that are being sent, the oldest first. */
export async function findIssuesAtWork(db: Db, now: number): Promise<IssueId[]> {
  const rows = await db
    .selectFrom('newsletter_issues')
    .select('id')
    .where((e) =>
      e.or([e('state', '=', 'sending'), e.and([e('state', '=', 'scheduled'), e('send_at', '<=', now)])]),
    )
    .orderBy('send_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Who gets a newsletter if it is sent now: confirmed subscribers of the segment whose address has not bounced. */
function recipientsOf(db: Db, segment: Segment) {
  const { purchase, products, categories, size, since, country, language } = segment
  const paid = () =>
    db
      .selectFrom('orders')
      .where('orders.paid_at', 'is not', null)
      .where('orders.state', '<>', 'cancelled')
      .where(COUNTS_IN_FIGURES)
      .select(sql<string>`lower(orders.email)`.as('email'))
  let all = db
    .selectFrom('newsletter_subscribers')
    .where('newsletter_subscribers.state', '=', 'confirmed')
    .where('newsletter_subscribers.email', 'not in', (e) =>
      e.selectFrom('bounced_addresses').select('address'),
    )
  if (purchase !== 'any') {
    let bought = paid().innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    if (since !== null) bought = bought.where('orders.paid_at', '>=', since)
    if (size !== '') bought = bought.where('order_lines.size', '=', size)
    if (products.length + categories.length > 0) {
      const ofCategories = db
        .selectFrom('products')
        .select('products.id')
        .where(isAmong(db, 'products.category', categories))
      bought = bought.where(({ or, eb }) =>
        or([
          isAmong(db, 'order_lines.product_id', products),
          eb('order_lines.product_id', 'in', ofCategories),
        ]),
      )
    }
    all = all.where('newsletter_subscribers.email', purchase === 'bought' ? 'in' : 'not in', bought)
  }
  if (country !== '')
    all = all.where('newsletter_subscribers.email', 'in', paid().where('orders.country', '=', country))
  if (language !== '')
    all = all.where('newsletter_subscribers.email', 'in', paid().where('orders.language', '=', language))
  return all
}

/** How many subscribers a segment has at the moment. */
export async function countSegment(db: Db, segment: Segment): Promise<number> {
  const { count } = await recipientsOf(db, segment)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Writes who a newsletter goes to, in one statement. */
export async function insertRecipients(
  tx: Tx,
  { id, segment }: Pick<Issue, 'id' | 'segment'>,
): Promise<void> {
  await tx
    .insertInto('newsletter_recipients')
    .columns(['issue_id', 'subscriber_id', 'state'])
    .expression(
      recipientsOf(tx, segment).select([
        sql<IssueId>`${id}`.as('issue_id'),
        'newsletter_subscribers.id as subscriber_id',
        sql<RecipientState>`'waiting'`.as('state'),
      ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Marks up to `limit` recipients as queued, for this process to enqueue, and returns them. */
export async function takeRecipients(tx: Tx, id: IssueId, limit: number): Promise<SubscriberId[]> {
  const rows = await tx
    .selectFrom('newsletter_recipients')
    .select('subscriber_id')
    .where('issue_id', '=', id)
    .where('state', '=', 'waiting')
    .orderBy('subscriber_id')
    .limit(limit)
    .forUpdate()
    .execute()
  const ids = rows.map((row) => row.subscriber_id)
  if (ids.length > 0)
    await tx
      .updateTable('newsletter_recipients')
      .set({ state: 'queued' })
      .where('issue_id', '=', id)
      .where(isAmong(tx, 'subscriber_id', ids))
      .execute()
  return ids
}

/** A recipient of a newsletter, with the subscriber as they are now; null: they were deleted. */
export async function findRecipient(
  db: Db,
  { issueId, subscriberId }: { issueId: IssueId; subscriberId: SubscriberId },
) {
  const row = await db
    .selectFrom('newsletter_recipients')
    .innerJoin('newsletter_subscribers', 'newsletter_subscribers.id', 'newsletter_recipients.subscriber_id')
    .select(['newsletter_recipients.state', 'newsletter_subscribers.state as subscription', 'email'])
    .where('issue_id', '=', issueId)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst()
  return row ?? null
}

/** Writes what became of a recipient whose email the outbox had. */
export async function setRecipient(
  db: Db,
  { issueId, subscriberId }: { issueId: IssueId; subscriberId: SubscriberId },
  state: RecipientState,
): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set({ state })
    .where('issue_id', '=', issueId)
    .where('subscriber_id', '=', subscriberId)
    .where('state', '=', 'queued')
    .execute()
}

/** How many recipients each of these newsletters has in each state. */
export async function countRecipients(
  db: Db,
  ids: readonly IssueId[],
): Promise<Map<IssueId, RecipientCounts>> {
  const kept = await db
    .selectFrom('newsletter_issues')
    .select(['id', 'counts'])
    .where(isAmong(db, 'id', ids))
    .execute()
  const rows = await db
    .selectFrom('newsletter_recipients')
    .select(['issue_id', 'state', (e) => e.fn.countAll<number>().as('count')])
    .where(
      isAmong(
        db,
        'issue_id',
        kept.flatMap(({ id, counts }) => (counts === null ? [id] : [])),
      ),
    )
    .groupBy(['issue_id', 'state'])
    .execute()
  const counts = new Map(
    kept.map((row) => [
      row.id,
      { ...NO_RECIPIENTS, ...((JSON.parse(row.counts ?? '{}') ?? {}) as RecipientCounts) },
    ]),
  )
  for (const { issue_id, state, count } of rows) {
    const known = counts.get(issue_id)
    if (known) known[state] = Number(count)
  }
  return counts
}

/** Some newsletters that nobody has sent or stopped since this time, of which is still known who got them. */
export async function findOldIssues(db: Db, before: number): Promise<IssueId[]> {
  const old = await db
    .selectFrom('newsletter_issues')
    .select('id')
    .where('counts', 'is', null)
    .where('state', 'in', ['sent', 'stopped'] satisfies IssueState[])
    .where('updated_at', '<', before)
    .limit(5)
    .execute()
  return old.map(({ id }) => id)
}

/** Forgets who got a newsletter that is locked: how many there were is kept. Returns who it was. */
export async function forgetRecipients(tx: Tx, id: IssueId): Promise<SubscriberId[]> {
  const counts = (await countRecipients(tx, [id])).get(id) ?? NO_RECIPIENTS
  await tx
    .updateTable('newsletter_issues')
    .set({ counts: JSON.stringify(counts) })
    .where('id', '=', id)
    .execute()
  const deleted = await tx
    .deleteFrom('newsletter_recipients')
    .where('issue_id', '=', id)
    .returning('subscriber_id as id')
    .execute()
  return deleted.map((row) => row.id)
}
