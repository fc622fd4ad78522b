import * as v from 'valibot'
import { BACKUP_JOBS } from '#domain/backups/backup-jobs.ts'
import { readBackups } from '#operations/backups/read-backups.ts'
import { requestBackup } from '#operations/backups/request-backup.ts'
import type { Shop } from '#operations/shop.ts'
import { noSuch, recordParams, staffAction } from '#web/api/action.ts'
import { backupsView } from '#web/views/backups/backups-view.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { tryingSuppliers } from '#web/http/limits/rate-limits.ts'
import { refusal } from '#web/api/endpoint-docs.ts'

const viewSchema = v.object({
  words: v.string(),
  isOn: v.boolean(),
  jobs: v.array(
    v.object({
      job: v.picklist([...BACKUP_JOBS, 'continuous']),
      title: v.string(),
      state: v.picklist(['never', 'waiting', 'running', 'works', 'fails']),
      words: v.string(),
      failure: v.nullable(v.string()),
    }),
  ),
  backups: v.array(
    v.object({
      name: v.string(),
      takenAt: v.string(),
      age: v.string(),
      size: v.string(),
      pictures: v.string(),
      shopVersion: v.string(),
      rehearsal: v.string(),
      isBroken: v.boolean(),
    }),
  ),
})

const jobParams = recordParams(
  { job: v.picklist(BACKUP_JOBS) },
  'The shop makes no backups on its own yet. Set BACKUP_TO first, then reload the page.',
)

async function view(shop: Shop) {
  return backupsView(await readBackups(shop), staffTime(shop), shop.now())
}

export const routes = [
  staffAction('GET /api/staff/backups', 'backups.use', {
    summary: 'The backups of the shop',
    detail: 'As last recorded, without a request to the place.',
    answers: {
      200: { means: 'The jobs and the backups, newest first, in words for owners.', schema: viewSchema },
    },
    run: ({ shop }) => view(shop),
  }),
  staffAction('POST /api/staff/backups/:job', 'backups.use', {
    limit: tryingSuppliers,
    summary: 'Make a backup now, or rehearse the newest or the continuous copy',
    detail: 'It begins within seconds, in the background; GET /api/staff/backups shows its progress.',
    params: jobParams,
    answers: {
      202: { means: 'It begins within seconds.', schema: viewSchema },
      404: refusal('There is no such job or copy, or the settings name no place for backups.'),
    },
    run: async ({ shop, params: { job } }) =>
      (await requestBackup(shop, job)) ? view(shop) : noSuch(jobParams),
  }),
]
