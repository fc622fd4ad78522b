// npm run pictures:move -- --from STORE --to STORE [--settings FILE]
//
// Copies the shop's pictures from one store to another: disk, or one of providers/images/image-stores.ts. It may be
// stopped and started again at any time, and leaves the pictures of the first store as they are. FILE holds the
// settings of a store that the shop does not use yet, in lines as in .env. The shop may run meanwhile: see
// docs/operating/connect.md.

import './private-files.js'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig, readImageStores } from '#config'
import { openDataFolder } from '#data-folder'
import { DiskImages } from '#providers/images/disk-images.ts'
import type { MovableStore } from '#providers/images/movable-store.ts'
import { CopyDiffers, movePictures, type MoveProgress } from '#providers/images/move-pictures.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { formatBytes } from '#domain/backups/time-left.ts'
import { consoleLog } from '#web/http/console-log.ts'
import { sinceStart, printProgress } from './support/print-progress.ts'

const DISK = 'disk'
const WORKER = join(import.meta.dirname, '../providers/images/making/picture-worker.ts')
const USAGE = 'Usage: npm run pictures:move -- --from STORE --to STORE [--settings FILE]'

class Refused extends Error {}

async function run(words: string[]): Promise<void> {
  const { from, to, settings } = readWords(words)
  if (from === undefined || to === undefined) throw new Refused(USAGE)
  if (from === to) throw new Refused('Name two different stores.')
  if (settings !== undefined) loadSettings(settings)
  const source = openStore(from)
  const target = openStore(to)
  const onProgress = printProgress(console.log)
  try {
    const done = await movePictures(source, target, ({ all, before, moved }) =>
      onProgress({ step: `Copying images to ${to}`, done: before + moved, all, counts: 'images' }),
    )
    console.log(summary(done, to))
    if (done.films.length > 0) {
      console.error(`Not copied, because ${to} keeps images only: ${films(done.films.length)}.`)
    }
    if (done.damaged.length === 0) return
    console.error(`Not copied, because their bytes in ${from} have changed: ${done.damaged.join(', ')}`)
    process.exitCode = 1
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}

function readWords(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args, options: { from: text, to: text, settings: text } }).values
  } catch {
    throw new Refused(USAGE)
  }
}

function loadSettings(file: string): void {
  try {
    process.loadEnvFile(file)
  } catch {
    throw new Refused(`The file ${file} cannot be read.`)
  }
}

function openStore(name: string): MovableStore {
  const stores = readImageStores(process.env)
  const { dataDir, secrets } = readConfig({ DATA_DIR: process.env['DATA_DIR'] })
  openDataFolder(dataDir, consoleLog(secrets))
  if (name === DISK) return new DiskImages({ folder: join(dataDir, 'pictures'), workerFile: WORKER })
  const chosen = stores.get(name)
  if (chosen === undefined)
    throw new Refused(`There is no store ${name}: use ${[DISK, ...stores.keys()].join(', ')}.`)
  if (chosen === null) throw new Refused(`The settings of ${name} are missing: see .env.example.`)
  const report = { worked() {}, failed() {} }
  return chosen.open({ folder: join(dataDir, 'picture-copies'), workerFile: WORKER, report })
}

function summary({ all, before, moved, bytes, gone }: MoveProgress, to: string): string {
  const removed = gone > 0 ? ` ${gone} were removed from the shop meanwhile.` : ''
  return `Done in ${sinceStart()}: ${before + moved} of ${all} images are in ${to}. ${moved} were copied and compared now (${formatBytes(bytes)}), ${before} had been there.${removed}`
}

function films(count: number): string {
  const films = count === 1 ? '1 video' : `${count} videos`
  return `${films}. The home page shows its image instead`
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const isPlain = error instanceof Refused || error instanceof ConfigError
  const isOutside = error instanceof SupplierError || error instanceof CopyDiffers
  if (isPlain) console.error(error.message)
  else if (isOutside) console.error(`${error.message} Run the same command again to continue.`)
  else console.error(`That did not work: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
