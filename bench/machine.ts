import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'

/** The environment of a measurement, without which figures cannot be compared. */
export interface Origin {
  at: string
  commit: string
  machine: { cpu: string; cores: number; memoryGb: number; system: string; node: string }
  /** The load average of the minute before: with a high one, the figures are those of a busy machine. */
  loadBefore: number
}

/** `commit` ends in `+changes` when the work tree has uncommitted changes. */
export function origin(): Origin {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', ':!bench/results') !== ''
  return {
    at: new Date().toISOString(),
    commit: git('rev-parse', '--short=12', 'HEAD') + (changed ? '+changes' : ''),
    machine: {
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: availableParallelism(),
      memoryGb: Math.round(totalmem() / 2 ** 30),
      system: `${type()} ${release()}`,
      node: process.version,
    },
    loadBefore: Number(loadavg()[0]?.toFixed(1)),
  }
}
