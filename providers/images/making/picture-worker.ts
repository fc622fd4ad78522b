import { runPictureJob } from './make-picture.ts'
import type { PictureJob, PictureResult } from './picture-job.ts'
import { lowerPriority } from './lower-priority.ts'
import { watchMemory } from './watch-memory.ts'

/**
 * A separate process: pictures take memory and CPU time that the shop needs, and a broken file may crash the decoder.
 */
lowerPriority()
process.on('disconnect', () => process.exit(0))
// The shop decides when its worker ends, although the signal reaches both.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

process.on('message', (job: PictureJob) => {
  const stopWatching = watchMemory(() => {
    const tooMuch: PictureResult = { kind: 'too-much-memory' }
    // A regular exit would wait for the decoder.
    process.send?.(tooMuch, () => process.kill(process.pid, 'SIGKILL'))
  })
  const answer = (result: PictureResult) => {
    if (stopWatching()) process.send?.(result)
  }
  runPictureJob(job).then(answer, (error: unknown) => answer({ kind: 'failed', reason: String(error) }))
})
