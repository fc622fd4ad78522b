import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'

/** A process of a shop on this machine. `settings`: what it was started with, without its file .env. */
export interface ShopProcess {
  pid: number
  dataDir: string
  settings: NodeJS.ProcessEnv
}

const STARTED_BY = 'scripts/start.js'

/**
 * The processes that run a version of the folder, by what Linux tells of them, whoever started them: systemd or a
 * person. Only those of this account; root sees all.
 */
export function findShopProcesses(base: string): ShopProcess[] {
  const releases = join(realpathSync(base), 'releases') + sep
  return processIds().flatMap((pid) => {
    try {
      const folder = readlinkSync(`/proc/${pid}/cwd`)
      if (!folder.startsWith(releases) || !partsOf(pid, 'cmdline').includes(STARTED_BY)) return []
      const settings = Object.fromEntries(partsOf(pid, 'environ').map(pairOf))
      return [{ pid, settings, dataDir: resolve(folder, settings['DATA_DIR']?.trim() || './data') }]
    } catch {
      return [] // of another account, or ended
    }
  })
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return [] // only Linux has it
  }
}

function partsOf(pid: number, what: 'cmdline' | 'environ'): string[] {
  return readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0').filter(Boolean)
}

function pairOf(line: string): [string, string] {
  const at = line.indexOf('=')
  return [line.slice(0, at), line.slice(at + 1)]
}
