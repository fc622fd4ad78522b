import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { origin } from './machine.ts'
import { isKept, type Answer, type Figure } from './question.ts'

/**
 * `npm run bench` runs every question, `npm run bench -- cached-page orders` some of them. Each question is a file of
 * questions/. Results are written to bench/results/; the exit code is 1 when a promised limit is broken.
 */
const QUESTIONS: Record<string, () => Promise<{ measure(): Promise<Answer> }>> = {
  'page-weight': () => import('./questions/page-weight.ts'),
  'next-page': () => import('./questions/next-page.ts'),
  start: () => import('./questions/start.ts'),
  memory: () => import('./questions/memory.ts'),
  'cached-page': () => import('./questions/cached-page.ts'),
  'rendered-page': () => import('./questions/rendered-page.ts'),
  'under-attack': () => import('./questions/under-attack.ts'),
  orders: () => import('./questions/orders.ts'),
  rush: () => import('./questions/rush.ts'),
  drop: () => import('./questions/drop.ts'),
  hoarding: () => import('./questions/hoarding.ts'),
  'staff-list': () => import('./questions/staff-list.ts'),
  'new-product': () => import('./questions/new-product.ts'),
  'staff-orders': () => import('./questions/staff-orders.ts'),
  'packing-day': () => import('./questions/packing-day.ts'),
  'returns-day': () => import('./questions/returns-day.ts'),
  overview: () => import('./questions/overview.ts'),
  figures: () => import('./questions/figures.ts'),
  backfill: () => import('./questions/backfill.ts'),
  mirror: () => import('./questions/mirror.ts'),
  lighthouse: () => import('./questions/lighthouse.ts'),
  rolling: () => import('./questions/rolling.ts'),
  fresh: () => import('./questions/fresh.ts'),
  strangers: () => import('./questions/strangers.ts'),
}
const ONLY_ON_DEMAND = new Set([
  'backfill',
  'drop',
  'figures',
  'fresh',
  'hoarding',
  'lighthouse',
  'mirror',
  'next-page',
  'overview',
  'returns-day',
  'rolling',
  'strangers',
])

const names = process.argv.slice(2)
const unknown = names.filter((question) => !(question in QUESTIONS))
if (unknown.length > 0) {
  console.error(`No such question: ${unknown.join(', ')}. There are: ${Object.keys(QUESTIONS).join(', ')}.`)
  process.exit(1)
}

const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })
let broken = 0
for (const [question, load] of Object.entries(QUESTIONS)) {
  if (names.length > 0 ? !names.includes(question) : ONLY_ON_DEMAND.has(question)) continue
  console.log(`\n${question}`)
  const from = origin()
  const { measure } = await load()
  const { figures, details } = await measure()
  for (const figure of figures) console.log(line(figure))
  const answer = { question, command: `npm run bench -- ${question}`, ...from, figures, details }
  writeFileSync(join(results, `${question}.json`), `${JSON.stringify(answer, null, 2)}\n`)
  broken += figures.filter((figure) => !isKept(figure)).length
}
if (broken > 0) console.error(`\n${broken} of the promises above are not kept.`)
process.exit(broken > 0 ? 1 : 0)

function line(figure: Figure): string {
  const { what, value, unit, most, least } = figure
  const promise = most !== undefined ? `at most ${most}` : least !== undefined ? `at least ${least}` : ''
  const verdict = promise === '' ? '' : isKept(figure) ? `kept: ${promise}` : `BROKEN: ${promise}`
  return `  ${what.padEnd(58)} ${readable(value).padStart(10)} ${unit.padEnd(10)} ${verdict}`.trimEnd()
}

function readable(value: number): string {
  return value.toLocaleString(
    'en-CA',
    value < 1_000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 },
  )
}
