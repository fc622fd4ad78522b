import { doPictureJob } from './make-picture.ts'
import type { PictureJob, PictureResult } from './picture-job.ts'
import { stepBack } from './step-back.ts'
import { watchMemory } from './watch-memory.ts'

/**
 * A process of its own: pictures take memory and time that the shop must keep, and a broken one may crash a decoder.
 */
stepBack()
process.on('disconnect', () => process.exit(0))
// A stopping shop decides when its worker goes, although both hear the signal.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

process.on('message', (job: PictureJob) => {
  const stopWatching = watchMemory(() => {
    const tooMuch: PictureResult = { kind: 'too-much-memory' }
    // An orderly exit would wait for the decoder.
    process.send?.(tooMuch, () => process.kill(process.pid, 'SIGKILL'))
  })
  const answer = (result: PictureResult) => {
    if (stopWatching()) process.send?.(result)
  }
  doPictureJob(job).then(answer, (error: unknown) => answer({ kind: 'failed', reason: String(error) }))
})
