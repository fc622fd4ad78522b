import { dateFormat } from '#domain/date-format.ts'
import * as v from 'valibot'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import type { Shop } from '#operations/shop.ts'
import { LANGUAGE } from '#words/en/language.ts'
import * as layoutWords from '#words/en/mails/layout.ts'
import * as words from '#words/en/mails/operations.ts'
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
  const format = dateFormat(LANGUAGE, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const subject = words.connection.subject(failing.supplier)
  const body: MailBody = {
    heading: subject,
    paragraphs: [
      words.connection.failing(failing.supplier, failing.usedFor, format.format(failingSince)),
      words.connection.next,
    ],
    facts: [
      [words.connection.neededFor, failing.title],
      [words.connection.lastFailure, failure ?? ''],
      [words.connection.when, format.format(failedAt ?? failingSince)],
    ],
    link: { label: words.connection.link, address: `${publicUrl}/admin/connections` },
  }
  await sendMail(shop, {
    kind: 'connection-alert',
    id: `connection-alert-${taskId}`,
    to: { name: layoutWords.shop, address: ownerEmail },
    subject,
    body,
  })
}
