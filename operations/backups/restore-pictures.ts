import { formatDuration, timeLeft } from '#domain/backups/time-left.ts'
import type { Shop } from '#operations/shop.ts'
import { removeRestoreMark } from './restore-mark.ts'

const LOG_EVERY_MS = 10_000

/**
 * Restores the pictures of a restored shop while it sells, and then ends the restore. Several processes may do this at
 * the same time, and failures are retried.
 */
export async function restorePictures({ restoration, log, settings }: Shop): Promise<void> {
  if (restoration === null || restoration.isDone) return
  const started = performance.now()
  let loggedAt = started
  const refused = await restoration.pictures.restoreAll(({ done, all }) => {
    if (performance.now() - loggedAt < LOG_EVERY_MS) return
    loggedAt = performance.now()
    log.info('Pictures are coming back from the backup', {
      done,
      all,
      left: timeLeft({ done, all, elapsedMs: loggedAt - started }),
    })
  })
  restoration.isDone = true
  await removeRestoreMark(settings.dataDir)
  for (const words of refused) log.error('A picture could not be restored', new Error(words))
  log.info('The pictures of the backup are back', { after: formatDuration(performance.now() - started) })
}
