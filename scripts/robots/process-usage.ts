import { readdirSync, readFileSync } from 'node:fs'

/** CPU time of all threads of a process, in microseconds. From Linux's /proc. */
export function cpuMicroseconds(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [onCpu = ''] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    nanoseconds += Number(onCpu)
  }
  return nanoseconds / 1_000
}

/** Resident memory of a process and its children, in megabytes (10^6 bytes). */
export function residentMegabytes(pid: number): number {
  return [pid, ...descendants(pid)].reduce((sum, one) => sum + ownResidentBytes(one), 0) / 1e6
}

export function descendants(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : null
    if (parent === null) continue
    const siblings = children.get(parent)
    if (siblings) siblings.push(Number(name))
    else children.set(parent, [Number(name)])
  }
  const below = (one: number): number[] =>
    (children.get(one) ?? []).flatMap((child) => [child].concat(below(child)))
  return below(pid)
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null // it has ended
  }
}

function ownResidentBytes(pid: number): number {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0
  }
}
