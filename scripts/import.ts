// npm run import -- FILE ... [--pictures ZIP] [--trial] [--drafts] [--no-pictures] [--counts] [--tax PERCENT]
//   [--category OLD=NEW] [--option NAME=ROLE] [--consent-source WORDS] [--consent-day 2026-11-28]
//   [--all-agreed]
//
// Imports files of products (Shopify's, WooCommerce's, or an export of this shop), lists of counts and prices, people
// who agreed to emails, and redirects, told apart by their headings. --trial only says what would become of them. ROLE
// is size, color or name. The shop may run meanwhile.
// Killed and started again with the same files, it doubles nothing.

import './private-files.js'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { ConfigError, readConfig } from '#config'
import { typedTable } from '#domain/csv.ts'
import type { ImportId } from '#domain/ids.ts'
import { addedWords, type ImportTrial } from '#domain/import/import.ts'
import { mappingSchema, type ImportMapping } from '#domain/import/mapping.ts'
import { openShop } from '#open-shop'
import { openImport } from '#operations/import/open-import.ts'
import { keepArchive } from '#operations/import/picture-archive.ts'
import { TableFault } from '#operations/import/read-table.ts'
import { FILE_TOO_LARGE, MAX_FILE_BYTES } from '#operations/import/receive-file.ts'
import { importRounds } from '#operations/import/run-imports.ts'
import { readImport, startImport, tryImport } from '#operations/import/try-import.ts'
import { importRedirects } from '#operations/redirects/redirects.ts'
import { permissionsOf } from '#domain/staff/permissions.ts'
import type { Shop } from '#operations/shop.ts'
import { consoleLog } from '#web/http/console-log.ts'
import { printProgress, sinceStart } from './support/print-progress.ts'

const USAGE =
  'Usage: npm run import -- FILE ... [--pictures ZIP] [--trial] [--drafts] [--no-pictures] [--counts] [--tax PERCENT] [--category OLD=NEW] [--option NAME=ROLE] [--consent-source WORDS] [--consent-day DAY] [--all-agreed]'

/** How often the command looks at an import that the running shop works on. */
const OF_THE_SHOP_MS = 500

class Refused extends Error {}

function readWords(args: string[]): {
  files: string[]
  isTrial: boolean
  mapping: ImportMapping
  archive: string | null
} {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        trial: { type: 'boolean', default: false },
        drafts: { type: 'boolean', default: false },
        'no-pictures': { type: 'boolean', default: false },
        counts: { type: 'boolean', default: false },
        pictures: { type: 'string' },
        tax: { type: 'string', default: '0' },
        category: { type: 'string', multiple: true, default: [] },
        option: { type: 'string', multiple: true, default: [] },
        'consent-source': { type: 'string', default: '' },
        'consent-day': { type: 'string', default: '' },
        'all-agreed': { type: 'boolean', default: false },
      },
    })
    const pairs = (list: string[]) => Object.fromEntries(list.map((pair) => pair.split('=')))
    const mapping = v.parse(mappingSchema, {
      options: pairs(values.option.map((pair) => pair.toLowerCase())),
      categories: pairs(values.category),
      taxPercent: Number(values.tax),
      pictures: !values['no-pictures'],
      replacesCounts: values.counts,
      asDrafts: values.drafts,
      consentSource: values['consent-source'],
      consentAt: values['consent-day'],
      allAgreed: values['all-agreed'],
    })
    if (positionals.length === 0) throw new Refused(USAGE)
    return { files: positionals, isTrial: values.trial, mapping, archive: values.pictures ?? null }
  } catch {
    throw new Refused(USAGE)
  }
}

async function importFile(
  shop: Shop,
  file: string,
  { isTrial, mapping, archive }: ReturnType<typeof readWords>,
): Promise<void> {
  const size = await stat(file).catch(() => {
    throw new Refused(`The file ${file} cannot be read.`)
  })
  if (size.size > MAX_FILE_BYTES) throw new Refused(FILE_TOO_LARGE)
  const opened = await openImport(shop, { path: file, name: basename(file) })
  if ('kind' in opened) {
    if (!(await importAsRedirects(shop, file, isTrial))) throw new Refused(`${file}: ${opened.message}`)
    return
  }
  if (archive !== null && opened.brings === 'products') await addPictures(shop, opened.id, archive)
  const trial = (await tryImport(shop, opened.id, mapping))!
  printTrial(file, trial)
  if (isTrial) return
  const owner = (await shop.identity.listMembers()).find(
    ({ role, disabled }) => role === 'owner' && !disabled,
  )
  const editor = owner && { memberId: owner.id, permissions: permissionsOf('owner') }
  if (!editor && trial.categories.length > 0)
    throw new Refused('There is no owner yet: npm run staff -- add EMAIL')
  const started = await startImport(shop, (await readImport(shop, opened.id))!, editor!)
  if (started.kind !== 'started')
    throw new Refused(started.kind === 'categories' ? started.message : 'It cannot begin.')
  const onProgress = printProgress(console.log)
  const round = importRounds(shop, { hurry: true })
  for (;;) {
    if ((await round()) === 0) await setTimeout(OF_THE_SHOP_MS)
    const { state, done, listed: all, counts } = (await readImport(shop, opened.id))!
    onProgress({
      step: `Importing ${file}`,
      done,
      all,
      counts: opened.brings === 'subscribers' ? 'rows' : 'products',
    })
    if (state === 'running') continue
    console.log(
      `${state === 'done' ? 'Done' : 'Stopped'} in ${sinceStart()}: ${counts.made} new, ${counts.changed} changed, ${counts.same} as before, ${counts.wrong} left out.`,
    )
    return
  }
}

async function addPictures(shop: Shop, id: ImportId, archive: string): Promise<void> {
  const { size: bytes } = await stat(archive).catch(() => {
    throw new Refused(`The file ${archive} cannot be read.`)
  })
  try {
    await keepArchive(shop, id, { chunks: createReadStream(archive), bytes })
  } catch (error) {
    throw error instanceof TableFault ? new Refused(`${archive}: ${error.message}`) : error
  }
}

function printTrial(
  file: string,
  { counts, categories, results, locations, unused, archive }: ImportTrial,
): void {
  console.log(
    `${file}: ${counts.made} new, ${counts.changed} changed, ${counts.same} as before, ${counts.wrong} left out.`,
  )
  for (const { label, isNew, sizes } of categories)
    console.log(`  ${isNew ? 'A new category' : 'More sizes in'} ${label}: ${sizes.join(', ') || 'One size'}`)
  for (const { outcome, name, notes } of results)
    for (const { line, column, message } of notes)
      console.log(
        `  Line ${line}${column && `, ${column}`}: ${message} (${[name, outcome === 'wrong' && 'left out'].filter(Boolean).join(', ')})`,
      )
  if (archive !== null) console.log(`  Images of the ZIP file: ${archive.used} of ${archive.files} are used.`)
  if (locations.length > 0) console.log(`  ${addedWords(locations)}`)
  if (unused.length > 0) console.log(`  Not taken over: ${unused.join(', ')}`)
}

/** False: it is not a list of redirects either. */
async function importAsRedirects(shop: Shop, file: string, isTrial: boolean): Promise<boolean> {
  const parsed = v.safeParse(typedTable(), { text: await readFile(file, 'utf8') })
  const outcomes = parsed.success ? await importRedirects(shop, parsed.output.text, { isTrial }) : null
  if (outcomes === null) return false
  const count = (kind: string) => outcomes.filter((one) => one.kind === kind).length
  console.log(
    `${file}: ${count('made')} new redirects, ${count('changed')} changed, ${count('same')} as before, ${count('wrong')} left out.`,
  )
  for (const one of outcomes)
    if (one.kind === 'wrong') console.log(`  Line ${one.line}: ${Object.values(one.faults).join(' ')}`)
  return true
}

try {
  const words = readWords(process.argv.slice(2))
  const config = readConfig(process.env)
  const { shop, close } = await openShop(config, join(import.meta.dirname, '..'), consoleLog(config.secrets))
  try {
    for (const file of words.files) await importFile(shop, file, words)
  } finally {
    await close()
  }
} catch (error) {
  const isPlain = error instanceof Refused || error instanceof ConfigError
  const message = error instanceof Error ? error.message : String(error)
  console.error(isPlain ? message : `That did not work: ${message}`)
  process.exitCode = 1
}
