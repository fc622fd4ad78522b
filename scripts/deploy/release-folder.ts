import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { removeWhatNeverRuns } from './remove-what-never-runs.ts'

/** What each version makes again, or belongs to one machine, or is only for work on the code. */
const LEFT_OUT = new Set(
  'node_modules build data shots test-results .git .env .ci .githooks bench chaos docs e2e test'.split(' '),
)
/** The one that serves, and two to go back to. */
const MAX_KEPT = 3

/** The folder that `npm run deploy -- --to` names: `releases/`, `current`, and what all versions share. */
export class ReleaseFolder {
  readonly base: string

  constructor(base: string) {
    this.base = base
  }

  get current(): string {
    return join(this.base, 'current')
  }

  /** The free bytes of its disk. */
  freeBytes(): number {
    mkdirSync(this.base, { recursive: true })
    const { bavail, bsize } = statfsSync(this.base)
    return bavail * bsize
  }

  /** The folder of the version that serves, or null. */
  currentRelease(): string | null {
    try {
      return join(this.base, readlinkSync(this.current))
    } catch {
      return null
    }
  }

  /**
   * Copies the sources of a version. Its settings and its data are those in `base`. Returns its folder; when it throws,
   * as on a full disk, nothing of it is left.
   */
  add(source: string, name: string, dataDir: string): string {
    const folder = join(this.base, 'releases', name)
    mkdirSync(folder, { recursive: true })
    try {
      this.#copy(source, folder, dataDir)
    } catch (error) {
      this.remove(folder)
      throw error
    }
    return folder
  }

  #copy(source: string, folder: string, dataDir: string): void {
    const others = join(this.base, 'releases')
    for (const entry of readdirSync(source)) {
      if (LEFT_OUT.has(entry)) continue
      const from = join(source, entry)
      if (from === this.base || from === others || from === this.current) continue
      cpSync(from, join(folder, entry), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => path !== others,
      })
    }
    if (existsSync(join(this.base, '.env'))) symlinkSync('../../.env', join(folder, '.env'))
    if (!isAbsolute(dataDir)) this.#shareData(folder, dataDir)
  }

  /**
   * Deletes from the packages of a version what never runs, and shares the files that are the same in the version that
   * serves: Node alone has 150 MB. Returns the bytes that the version takes for itself.
   */
  slim(folder: string): number {
    removeWhatNeverRuns(folder)
    const before = this.currentRelease()
    let own = 0
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      const isPackage = relative(folder, file).startsWith(`node_modules${sep}`)
      const other = isPackage && before !== null ? join(before, relative(folder, file)) : null
      if (other !== null && isSame(file, other)) {
        rmSync(file)
        linkSync(other, file)
      } else own += lstatSync(file).size
    }
    return own
  }

  /** Makes a version the one that the next start begins, in one step. */
  select(folder: string): void {
    const link = join(this.base, '.next')
    rmSync(link, { force: true })
    symlinkSync(relative(this.base, folder), link)
    renameSync(link, this.current)
  }

  remove(folder: string): void {
    rmSync(folder, { recursive: true, force: true })
  }

  /** Deletes old versions; returns their names. */
  prune(): string[] {
    const releases = join(this.base, 'releases')
    const serving = this.currentRelease()
    const old = readdirSync(releases)
      .sort((one, other) => timeOf(one).localeCompare(timeOf(other)))
      .filter((name) => join(releases, name) !== serving)
      .slice(0, -(MAX_KEPT - 1))
    for (const name of old) this.remove(join(releases, name))
    return old
  }

  #shareData(folder: string, dataDir: string): void {
    const shared = join(this.base, dataDir)
    mkdirSync(shared, { recursive: true, mode: 0o700 })
    const link = join(folder, dataDir)
    mkdirSync(join(link, '..'), { recursive: true })
    rmSync(link, { force: true }) // of a version that is deployed again
    symlinkSync(relative(join(link, '..'), shared), link)
  }
}

/** `0.3.0-20261123T011502`: the version, and when it was deployed. */
export function releaseName(version: string, at: Date): string {
  return `${version}-${at.toISOString().replaceAll(/[-:]|\.\d+Z/g, '')}`
}

function isSame(file: string, other: string): boolean {
  const [its, others] = [lstatSync(file), lstatSync(other, { throwIfNoEntry: false })]
  if (others === undefined || !others.isFile() || its.dev !== others.dev) return false
  if (its.size !== others.size || its.mode !== others.mode || its.uid !== others.uid) return false
  return readFileSync(file).equals(readFileSync(other))
}

function timeOf(name: string): string {
  return name.slice(name.lastIndexOf('-') + 1)
}
