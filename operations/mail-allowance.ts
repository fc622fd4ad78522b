import type { Kysely } from 'kysely'
import { takeAttempt, type Throttle } from '#db/engine/throttle.ts'
import type { Database } from '#db/schema.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * Whether one more email that anybody can cause may go to an address, however it is spelt: nobody can fill a stranger's
 * mailbox. `what`: the emails that are counted together.
 */
export async function mayMail(
  { signedLinks, now }: Pick<Shop, 'signedLinks' | 'now'>,
  db: Kysely<Database>,
  { what, email, most }: { what: string; email: string; most: Throttle },
): Promise<boolean> {
  const address = limitEmail(email)
  if (address === '') return false
  const key = `mail ${what} ${signedLinks.keyFor('visitor', `mail ${address}`)}`
  return (await takeAttempt(db, key, most, now())) === null
}
