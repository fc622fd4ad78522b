// npm run deploy -- --to FOLDER [--from SOURCES] [--settings FILE] [--despite-doctor] [--rehearse]
//
// Builds a version beside the one that runs, examines it, and lets it take over without a lost request. When it is not
// healthy, the running one simply continues. Without a running shop it prepares the first start. --rehearse only says
// what the version would change.

import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { ConfigError, readConfig, SETTING_NAMES } from '#config'
import { controlPath } from '#web/http/takeover/control-socket.ts'
import { callShop, type ShopLine } from './deploy/call-shop.ts'
import { findShopProcesses, type ShopProcess } from './deploy/find-shop-processes.ts'
import { examineShop } from './deploy/examine-shop.ts'
import { ReleaseFolder, releaseName } from './deploy/release-folder.ts'
import { accountOf, CommandFailed, VersionCommands, type Pending } from './deploy/version-commands.ts'
import { shopVersion } from './support/shop-version.ts'
import { sinceStart } from './support/print-progress.ts'

/** Sources, packages and build of a version, before what only builds is removed. */
const MIN_FREE_BYTES = 700_000_000

/** A reason in plain words why the version was not put in place. */
class DeployFailed extends Error {
  override readonly name = 'DeployFailed'
}

let steps = 7
let step = 0
const print = (words: string) => console.log(words)
const begin = (words: string) => print(`[${++step}/${steps}] ${words}`)

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      to: { type: 'string' },
      from: { type: 'string', default: join(import.meta.dirname, '..') },
      settings: { type: 'string' },
      'despite-doctor': { type: 'boolean', default: false },
      rehearse: { type: 'boolean', default: false },
    },
  })
  if (values.to === undefined)
    throw new DeployFailed('Say where the shop is kept: npm run deploy -- --to FOLDER')
  // The account of the shop reads what root installs.
  process.umask(0o022)
  const releases = new ReleaseFolder(resolve(values.to))
  const source = resolve(values.from)
  const given = settingsOf(releases, values.settings)
  const running = runningShop(releases.base, given)
  const settings = { ...running?.settings, ...given }
  const config = readConfig(settings)
  const dataDir = settings['DATA_DIR']?.trim() || './data'
  const data = isAbsolute(dataDir) ? dataDir : join(releases.base, dataDir)
  const call = () => callRunningShop({ data, port: config.port, running })
  ;(await call())?.hangUp()
  const version = shopVersion(source)
  if (values.rehearse) steps = 6
  const free = releases.freeBytes()
  if (free < MIN_FREE_BYTES)
    throw new DeployFailed(
      `The disk of ${releases.base} is almost full: a version takes 700 MB while it is built, and ${Math.floor(free / 1e6)} MB are free.`,
    )

  begin(`Copying version ${version} from ${source}`)
  const folder = releases.add(source, releaseName(version, new Date()), dataDir)
  const commands = new VersionCommands({ folder, settings, account: accountOf(data), print: print })
  let line: ShopLine | null = null
  let pid: number | null = null
  try {
    begin('Installing its packages (npm ci)')
    await commands.install()
    begin('Building it')
    await commands.build()
    print(`    It takes ${Math.round(releases.slim(folder) / 1e6)} MB.`)
    begin('Comparing its tables with those of the shop')
    const pending = await commands.pending()
    printPending(pending)
    if (!values.rehearse) line = await call()
    begin('Testing its suppliers (npm run doctor)')
    await examineSuppliers(commands, values['despite-doctor'])
    if (values.rehearse) {
      begin('Changing the tables of a copy of the database')
      await commands.rehearse()
      print(newsSince(source, releases.currentRelease()))
      releases.remove(folder)
      return print(`Done in ${sinceStart()}. Nothing was put in place.`)
    }
    if (line === null) prepareFirstStart()
    else if (pending.breaking.length > 0) pid = await replace(line, folder)
    else pid = await takeOver(line, folder)
  } catch (error) {
    line?.hangUp()
    if (releases.currentRelease() !== folder) releases.remove(folder)
    throw error
  }
  releases.select(folder)
  for (const old of releases.prune()) print(`    ${old} was deleted: the last three versions are kept.`)
  if (line === null) return printFirstStart(releases)
  print(
    `Version ${version} serves as process ${pid}. The earlier version finishes the requests that it has ...`,
  )
  await line.ended
  print(`Done in ${sinceStart()}: the earlier version has ended.`)
}

/** What CHANGELOG.md says of the versions after the one that serves. */
function newsSince(source: string, serving: string | null): string {
  const [, ...sections] = readFileSync(join(source, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m)
  const known =
    serving === null ? -1 : sections.findIndex((text) => text.startsWith(`## ${shopVersion(serving)}\n`))
  return sections
    .slice(0, known < 0 ? 1 : Math.max(known, 1))
    .join('')
    .trim()
}

/** The shop that runs a version of the folder, with its settings; null when none does, as before the first start. */
function runningShop(base: string, given: NodeJS.ProcessEnv): ShopProcess | null {
  const portOf = ({ settings }: ShopProcess) => settings['PORT'] ?? given['PORT'] ?? ''
  const all = existsSync(base) ? findShopProcesses(base) : []
  const meant = all.filter((shop) => given['PORT'] === undefined || portOf(shop) === given['PORT'])
  const ports = [...new Set(meant.map(portOf))]
  if (ports.length > 1)
    throw new DeployFailed(
      `Processes run at the ports ${ports.join(' and ')}: say which, such as PORT=${ports[0]}.`,
    )
  const [found] = meant
  if (found === undefined) return null
  const isSetting = ([name]: [string, unknown]) => SETTING_NAMES.includes(name)
  const settings = Object.fromEntries(Object.entries(found.settings).filter(isSetting))
  return { ...found, settings: { ...settings, DATA_DIR: found.dataDir } }
}

/** Throws DeployFailed when a shop runs that this command cannot reach: nothing would be switched. */
async function callRunningShop({
  data,
  port,
  running,
}: {
  data: string
  port: number
  running: ShopProcess | null
}): Promise<ShopLine | null> {
  const line = existsSync(data) ? await callShop(controlPath(data, port)) : null
  if (line !== null || (running === null && !(await isShopAt(port)))) return line
  const which = running === null ? `A shop answers at port ${port}` : `A shop runs as process ${running.pid}`
  const where = running === null ? 'its data is not' : `its data is in ${running.dataDir}, not`
  throw new DeployFailed(
    `${which}, but ${where} in ${data}. Run this command as root or as its account, with its settings (--settings FILE, or DATA_DIR).`,
  )
}

async function isShopAt(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(5_000) })
    return 'status' in ((await answer.json()) as object)
  } catch {
    return false
  }
}

async function examineSuppliers(commands: VersionCommands, isDespite: boolean): Promise<void> {
  try {
    await commands.doctor()
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    if (!isDespite)
      throw new DeployFailed('A supplier is broken. Use --despite-doctor to deploy all the same.')
    print('    Deployed all the same (--despite-doctor).')
  }
}

async function takeOver(line: ShopLine, folder: string): Promise<number> {
  begin('Starting it beside the running version, and asking it for its health and pages')
  const prepared = await line.ask({ kind: 'prepare', folder }, printStep)
  if (prepared.kind !== 'prepared') throw new DeployFailed(whyOf(prepared))
  const fault = await examineShop(prepared.port)
  if (fault !== null) throw new DeployFailed(`The new version is not healthy: ${fault}`)
  begin('Switching')
  const served = await line.ask({ kind: 'switch' }, printStep)
  if (served.kind !== 'serving') throw new DeployFailed(whyOf(served))
  return served.pid
}

async function replace(line: ShopLine, folder: string): Promise<number> {
  begin('Stopping the running version first, since it would not work with the new tables')
  begin('Starting the new version; visitors wait until it answers')
  const served = await line.ask({ kind: 'replace', folder }, printStep)
  if (served.kind === 'serving') return served.pid
  throw new DeployFailed(
    `${whyOf(served)} The shop has stopped. Go back: npm run rollback -- --yes in the folder current, then start it.`,
  )
}

function printStep(words: string): void {
  print(`    ${words} ...`)
}

function whyOf(answer: { kind: string; why?: string }): string {
  return answer.why ?? `The running version answered: ${answer.kind}.`
}

function printPending({ names, breaking }: Pending): void {
  if (names.length === 0) return print('    The tables stay as they are.')
  print(`    To do: ${names.join(', ')}. The database is copied first.`)
  if (breaking.length > 0) print(`    The running version would not work with: ${breaking.join(', ')}.`)
}

function prepareFirstStart(): void {
  begin('No shop runs with these settings: nothing to switch')
  begin('Making it the version that starts')
}

function printFirstStart({ current }: ReleaseFolder): void {
  print(
    `Done in ${sinceStart()}. Start it with: cd ${current} && npm start, or with systemd (deploy/redemption.service).`,
  )
}

/** The environment takes precedence, then the file of --settings, then .env beside the versions. */
function settingsOf(releases: ReleaseFolder, file: string | undefined): NodeJS.ProcessEnv {
  const beside = join(releases.base, '.env')
  const read = (path: string) => parseEnv(readFileSync(path, 'utf8'))
  return { ...(existsSync(beside) && read(beside)), ...(file !== undefined && read(file)), ...process.env }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const words = error instanceof Error ? error.message : String(error)
  const isPlain = [DeployFailed, CommandFailed, ConfigError].some((kind) => error instanceof kind)
  console.error(isPlain ? words : `That did not work: ${words}`)
  console.error('The new version was not put in place.')
  process.exitCode = 1
}
