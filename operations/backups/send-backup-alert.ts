import * as v from 'valibot'
import { BACKUP_JOBS } from '#domain/backups/backup-jobs.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import type { Shop } from '#operations/shop.ts'
import {
  backup,
  continuous,
  copyRehearsal,
  reason,
  rehearsal,
  result,
  seeBackups,
} from '#words/en/mails/backups.ts'
import { shop as shopName } from '#words/en/mails/layout.ts'

const alertSchema = v.object({
  job: v.picklist([...BACKUP_JOBS, 'continuous']),
  news: v.picklist(['failed', 'works-again']),
  words: v.string(),
})

/** Sends the mail of a `backup-alert` task. */
export async function sendBackupAlert(shop: Shop, taskId: number, payload: unknown): Promise<void> {
  const { job, news, words: why } = v.parse(alertSchema, payload)
  const { publicUrl, ownerEmail } = shop.settings
  const words = { backup, rehearsal, 'copy-rehearsal': copyRehearsal, continuous }[job]
  const { subject, means } = words[news]
  await sendMail(shop, {
    kind: 'backup-alert',
    id: `backup-alert-${taskId}`,
    to: { name: shopName, address: ownerEmail },
    subject,
    body: {
      heading: subject,
      paragraphs: [means],
      facts: [[news === 'failed' ? reason : result, why]],
      link: { label: seeBackups, address: `${publicUrl}/admin/backups` },
    },
  })
}
