// node scripts/refresh-rates.ts <cad.json>
//
// Rewrites the table of bundled exchange rates from a file {"date": "2026-09-29", "cad": {"usd": 0.7, ...}}, which is
// v1/currencies/cad.json of the npm package @fawazahmed0/currency-api. It prints what moved: look at it before you
// commit.

import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { CURRENCIES } from '#domain/currency.ts'
import { RATES_TABLE } from '#providers/rates/bundled-rates-table.ts'

const tableFile = new URL('../providers/rates/bundled-rates-table.ts', import.meta.url)
const remarkableMove = 0.1

const ratesFile = v.object({
  date: v.pipe(v.string(), v.isoDate()),
  cad: v.record(v.string(), v.pipe(v.number(), v.finite(), v.gtValue(0))),
})

const { positionals } = parseArgs({ allowPositionals: true })
const [path] = positionals
if (path === undefined) stop('Usage: node scripts/refresh-rates.ts <cad.json>')

const parsed = v.safeParse(ratesFile, JSON.parse(readFileSync(path, 'utf8')))
if (!parsed.success) stop(`${path}: ${v.summarize(parsed.issues)}`)

const { date, cad } = parsed.output
const missing = CURRENCIES.filter(({ code }) => cad[code.toLowerCase()] === undefined)
if (missing.length > 0) stop(`${path} lacks ${missing.map(({ code }) => code).join(', ')}`)

const rows = CURRENCIES.map(({ code }) => {
  const rate = Number(cad[code.toLowerCase()]?.toPrecision(6))
  const move = rate / RATES_TABLE.perCad[code] - 1
  if (Math.abs(move) > remarkableMove) console.log(`${code} moved by ${(move * 100).toFixed(1)} %: check it`)
  return `    ${code}: ${rate},\n`
})

writeFileSync(
  tableFile,
  `import type { CurrencyCode } from '#domain/currency.ts'

/** What one Canadian dollar buys, to six digits. Written by scripts/refresh-rates.ts. */
export const RATES_TABLE: { asOf: string; source: string; perCad: Record<CurrencyCode, number> } = {
  asOf: '${date}',
  source: '@fawazahmed0/currency-api',
  perCad: {
${rows.join('')}  },
}
`,
)
console.log(`${rows.length} rates of ${date} written`)

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
