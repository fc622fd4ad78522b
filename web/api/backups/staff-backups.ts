import * as v from 'valibot'
import { BACKUP_JOBS, isBackupJob } from '#domain/backups/backup-jobs.ts'
import { readBackups } from '#operations/backups/read-backups.ts'
import { requestBackup } from '#operations/backups/request-backup.ts'
import type { Shop } from '#operations/shop.ts'
import { backupsView } from '#web/views/backups/backups-view.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { problem } from '#web/http/problem.ts'
import { tryingSuppliers } from '#web/http/limits/rate-limits.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { nameIn } from '#web/api/staff/staff-address.ts'
import { staff } from '#web/route.ts'

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

/** GET /api/staff/backups: the backups, and the state of making and rehearsing them. */
export async function staffBackups(_request: Request, { shop }: StaffContext): Promise<Response> {
  return Response.json(await view(shop))
}

staffBackups.docs = {
  summary: 'The backups of the shop',
  detail: 'As last recorded, without a request to the place.',
  answers: {
    200: { means: 'The jobs and the backups, newest first, in words for owners.', schema: viewSchema },
  },
} satisfies EndpointDocs

/** POST /api/staff/backups/{job}: makes a backup, or rehearses the newest or the copy, in the background. */
export async function startStaffBackup(request: Request, { shop }: StaffContext): Promise<Response> {
  const job = nameIn(request)
  if (!isBackupJob(job) || !(await requestBackup(shop, job))) {
    return problem({
      type: 'not-found',
      status: 404,
      title: 'The shop makes no backups on its own yet. Set BACKUP_TO first, then reload the page.',
    })
  }
  return Response.json(await view(shop), { status: 202 })
}

startStaffBackup.docs = {
  summary: 'Make a backup now, or rehearse the newest or the continuous copy',
  detail: 'It begins within seconds, in the background; GET /api/staff/backups shows its progress.',
  params: v.object({ job: v.picklist(BACKUP_JOBS) }),
  answers: {
    202: { means: 'It begins within seconds.', schema: viewSchema },
    404: refusal('There is no such job or copy, or the settings name no place for backups.'),
  },
} satisfies EndpointDocs

async function view(shop: Shop) {
  return backupsView(await readBackups(shop), staffTime(shop), shop.now())
}

export const routes = [
  staff('GET /api/staff/backups', 'backups.use', staffBackups),
  staff('POST /api/staff/backups/:job', 'backups.use', startStaffBackup, tryingSuppliers),
]
