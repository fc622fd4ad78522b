import { expect, test } from 'vitest'
import { startSidecar } from './sidecar-process.ts'

const env = { PATH: process.env.PATH ?? '' }

/** Starts a shell that writes `ready` when it is. */
async function started(script: string, graceSeconds: number) {
  const lines: string[] = []
  const isReady = Promise.withResolvers<void>()
  const program = startSidecar('/bin/sh', ['-c', script], {
    env,
    graceSeconds,
    onLine(line) {
      lines.push(line)
      if (line === 'ready') isReady.resolve()
    },
  })
  await isReady.promise
  return { program, lines }
}

test('a program has time to end by itself', async () => {
  const { program, lines } = await started(
    'trap "echo last; exit" TERM; echo ready; while :; do sleep 0.01; done',
    60,
  )
  await program.stop()
  expect(lines).toEqual(['ready', 'last'])
})

test('a program that does not end by itself is killed', async () => {
  const { program } = await started('trap "" TERM; echo ready; while :; do sleep 0.01; done', 0.05)
  await program.stop()
  expect(program.hasEnded()).toBe(true)
})
