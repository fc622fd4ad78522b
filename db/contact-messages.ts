import type { Kysely } from 'kysely'
import type { ContactMessage, ContactSubject } from '#domain/contact-form.ts'
import type { Database } from './schema.ts'

/** Keeps what somebody wrote on the contact page. */
export async function insertContactMessage(
  tx: Kysely<Database>,
  id: string,
  message: ContactMessage,
  now: number,
): Promise<void> {
  await tx
    .insertInto('contact_messages')
    .values({ id, ...message, created_at: now })
    .execute()
}

export async function findContactMessage(db: Kysely<Database>, id: string): Promise<ContactMessage | null> {
  const row = await db
    .selectFrom('contact_messages')
    .select(['name', 'email', 'subject', 'message'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, subject: row.subject as ContactSubject } : null
}
