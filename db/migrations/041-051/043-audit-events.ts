import { sql, type Kysely } from 'kysely'
import type { Engine } from '#db/engine/engine.ts'

/** Retention deletes after a year, by the clock of the shop, which may differ from that of the database. */
const LOCKED_MS = 364 * 24 * 3_600_000
const AT_ONCE = 1_000

interface OldEvent {
  id: number
  member_id: string
  at: number
  kind: string
  network: string
  user_agent: string
  by_member_id: string | null
  detail: string | null
  email: string
  by_email: string | null
}

interface Tables {
  staff_events: Omit<OldEvent, 'email' | 'by_email'>
  staff_members: { id: string; email: string }
  audit_events: Record<string, string | number | null>
}

/**
 * One trail of everything that staff do, in place of `staff_events`, which had only sign-ins, exports and changes of
 * people. The database itself refuses to change an entry, and to delete one of the last year.
 */
export async function up(given: Kysely<unknown>, engine: Engine): Promise<void> {
  const db = given as Kysely<Tables>
  await makeTable(given, engine)
  await takeOver(db)
  await db.schema.dropTable('staff_events').execute()
  if (engine === 'postgres') {
    await sql`select setval(pg_get_serial_sequence('audit_events', 'id'),
      coalesce((select max(id) from audit_events), 0) + 1, false)`.execute(db)
  }
  for (const statement of engine === 'sqlite' ? sqliteGuards() : postgresGuards()) {
    await sql.raw(statement).execute(db)
  }
}

async function makeTable({ schema }: Kysely<unknown>, engine: Engine): Promise<void> {
  const automaticId = engine === 'sqlite' ? sql`integer` : sql`bigserial`
  await schema
    .createTable('audit_events')
    .addColumn('id', automaticId, (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.references('staff_members.id'))
    .addColumn('actor_name', 'text', (c) => c.notNull())
    .addColumn('subject_kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('subject_name', 'text', (c) => c.notNull())
    .addColumn('changes', 'text', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .execute()
  // Each filter of the list with the order of the list, so that a page never reads more than it shows.
  for (const [name, ...columns] of [
    ['time'],
    ['actor', 'actor_id'],
    ['action', 'action'],
    ['kind', 'subject_kind'],
    ['subject', 'subject_id'],
    ['actor_action', 'actor_id', 'action'],
    ['actor_kind', 'actor_id', 'subject_kind'],
  ]) {
    await schema
      .createIndex(`audit_events_by_${name}`)
      .on('audit_events')
      .columns([...columns, 'at', 'id'])
      .execute()
  }
}

/** Copies the events with their ids: mails that are still waiting name them. */
async function takeOver(db: Kysely<Tables>): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<OldEvent>`
      select staff_events.*, staff_members.email as email, actor.email as by_email
      from staff_events
      join staff_members on staff_members.id = staff_events.member_id
      left join staff_members as actor on actor.id = staff_events.by_member_id
      where staff_events.id > ${after} order by staff_events.id limit ${AT_ONCE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    for (const row of rows) await db.insertInto('audit_events').values(entryOf(row)).execute()
    after = last.id
  }
}

function entryOf({ id, at, kind, network, user_agent, ...event }: OldEvent) {
  const { member_id, email, by_member_id, by_email, detail } = event
  const isOfPeople = detail !== null
  const isByOperator = isOfPeople
    ? by_member_id === null
    : ['account-renewed', 'access-renewed', 'email-changed'].includes(kind)
  const actor = isOfPeople ? [by_member_id, by_email ?? ''] : [member_id, email]
  const [actor_id = null, actor_name = ''] = isByOperator ? [null, ''] : actor
  const common = { id, at, action: kind, actor_id, actor_name, network, user_agent }
  const [first = '', second = ''] = (detail ?? '').split(' ')
  const role = (before: string | null, after: string) => JSON.stringify([{ field: 'Role', before, after }])
  if (kind.startsWith('exported-')) {
    return { ...common, subject_kind: 'export', subject_id: '', subject_name: '', changes: '[]' }
  }
  if (kind.startsWith('invit')) {
    const invited = { subject_kind: 'invitation', subject_id: first, subject_name: first }
    return { ...common, ...invited, changes: role(null, second) }
  }
  const subject = {
    subject_kind: isOfPeople ? 'member' : 'account',
    subject_id: member_id,
    subject_name: email,
  }
  if (kind === 'role-changed') return { ...common, ...subject, changes: role(first, second) }
  if (kind === 'joined') return { ...common, ...subject, changes: role(null, first) }
  return { ...common, ...subject, changes: '[]' }
}

function sqliteGuards(): string[] {
  const refusal = `select raise(abort, 'audit_events is append-only')`
  return [
    `create trigger audit_events_kept before update on audit_events begin ${refusal}; end`,
    `create trigger audit_events_not_deleted before delete on audit_events
     when old.at > unixepoch() * 1000 - ${LOCKED_MS} begin ${refusal}; end`,
  ]
}

function postgresGuards(): string[] {
  return [
    `create function refuse_audit_change() returns trigger language plpgsql as
     $$ begin raise exception 'audit_events is append-only'; end $$`,
    `create trigger audit_events_kept before update on audit_events
     for each row execute function refuse_audit_change()`,
    `create trigger audit_events_not_deleted before delete on audit_events for each row
     when (old.at > extract(epoch from now()) * 1000 - ${LOCKED_MS}) execute function refuse_audit_change()`,
    `create trigger audit_events_not_emptied before truncate on audit_events
     for each statement execute function refuse_audit_change()`,
  ]
}
