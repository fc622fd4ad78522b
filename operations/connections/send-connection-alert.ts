import * as v from 'valibot'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import type { Shop } from '#operations/shop.ts'
import { listConnections } from './list-connections.ts'

const alertSchema = v.object({ need: v.string(), supplier: v.string() })

/** Sends the mail of a `connection-alert` task, unless the supplier works again or is not used any more. */
export async function sendConnectionAlert(shop: Shop, taskId: number, payload: unknown): Promise<void> {
  const about = v.parse(alertSchema, payload)
  const connections = await listConnections(shop)
  const failing = connections.find(({ need, supplier }) => need === about.need && supplier === about.supplier)
  const { failingSince, failedAt, failure } = failing?.state ?? {}
  if (!failing || !failingSince) return
  const { publicUrl, ownerEmail, timeZone } = shop.settings
  const format = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeStyle: 'short', timeZone })
  const subject = `${failing.supplier} is not working`
  const body: MailBody = {
    heading: subject,
    paragraphs: [
      `The shop uses ${failing.supplier} for ${failing.usedFor}. Its calls have failed since ${format.format(failingSince)}.`,
      'The page below shows its current state and can test it. While it fails, you get this mail once a day.',
    ],
    facts: [
      ['Needed for', failing.title],
      ['Last failure', failure ?? ''],
      ['When', format.format(failedAt ?? failingSince)],
    ],
    link: { label: 'See the connections', address: `${publicUrl}/admin/connections` },
  }
  await sendMail(shop, {
    kind: 'connection-alert',
    id: `connection-alert-${taskId}`,
    to: { name: 'Redemption', address: ownerEmail },
    subject,
    body,
  })
}
