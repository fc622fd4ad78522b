import * as v from 'valibot'
import { BACKUP_JOBS, type BackupJob } from '#domain/backups/backup-jobs.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import type { Shop } from '#operations/shop.ts'

const alertSchema = v.object({
  job: v.picklist(BACKUP_JOBS),
  news: v.picklist(['failed', 'works-again']),
  words: v.string(),
})

const SUBJECTS: Record<BackupJob, Record<'failed' | 'works-again', string>> = {
  backup: { failed: 'The backup failed', 'works-again': 'Backups work again' },
  rehearsal: {
    failed: 'A backup could not be restored on trial',
    'works-again': 'Restoring a backup works again',
  },
}

const MEANS: Record<BackupJob, Record<'failed' | 'works-again', string>> = {
  backup: {
    failed:
      'The shop sells as usual, but what was sold since the last backup would be lost with its disk. It tries again every hour; you get the next mail when it works.',
    'works-again': 'There is a new backup, and it was read again.',
  },
  rehearsal: {
    failed:
      'Each week the shop restores its newest backup into a temporary place and checks the books. A backup that cannot be restored is none. It tries again every day; you get the next mail when it works.',
    'works-again': 'The newest backup was restored into a temporary place, and its books balance.',
  },
}

/** Sends the mail of a `backup-alert` task. */
export async function sendBackupAlert(shop: Shop, taskId: number, payload: unknown): Promise<void> {
  const { job, news, words } = v.parse(alertSchema, payload)
  const { publicUrl, ownerEmail } = shop.settings
  const subject = SUBJECTS[job][news]
  await sendMail(shop, {
    kind: 'backup-alert',
    id: `backup-alert-${taskId}`,
    to: { name: 'Redemption', address: ownerEmail },
    subject,
    body: {
      heading: subject,
      paragraphs: [MEANS[job][news]],
      facts: [[news === 'failed' ? 'Reason' : 'Result', words]],
      link: { label: 'See the backups', address: `${publicUrl}/admin/backups` },
    },
  })
}
