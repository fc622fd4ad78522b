import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MUTANTS, type Mutant } from './mutant-list.ts'

/** The sources that the tests need; node_modules is linked. */
const SOURCES =
  /^(bench|chaos|config\.ts|db|demo|docs|domain|e2e|open-shop\.ts|operations|package\.json|providers|scripts|server\.ts|test|tsconfig\.json|vitest\.config\.ts|web|words)$/
const root = join(import.meta.dirname, '..')

interface Verdict {
  takesOut: string
  caughtBy: string[]
}

const copy = mkdtempSync(join(tmpdir(), 'redemption-mutants-'))
try {
  copySource()
  const all = [...new Set(MUTANTS.flatMap(({ tests }) => tests))]
  const broken = failedTests(all)
  if (broken.length > 0)
    throw new Error(`Without any mutant these tests are red already:\n${broken.join('\n')}`)
  const verdicts = MUTANTS.map(runMutant)
  for (const { takesOut, caughtBy } of verdicts) {
    console.log(`\nWithout ${takesOut}: ${caughtBy.length === 0 ? 'NOBODY NOTICED' : 'caught by'}`)
    for (const name of caughtBy) console.log(`  ${name}`)
  }
  const survivors = verdicts.filter(({ caughtBy }) => caughtBy.length === 0)
  console.log(`\n${verdicts.length - survivors.length} of ${verdicts.length} mutants were caught.`)
  process.exitCode = survivors.length === 0 ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function copySource(): void {
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => {
      const [top = ''] = path.slice(root.length + 1).split('/')
      return top === '' || (SOURCES.test(top) && !/\.(mp4|webm|jpg)$/.test(path))
    },
  })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

/** Changes one file, runs the tests, and restores it. */
function runMutant({ takesOut, file, from, to, tests }: Mutant): Verdict {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(from).length !== 2) {
    throw new Error(`${file} does not hold this once, so the mutant must be written anew: ${from}`)
  }
  writeFileSync(path, source.replace(from, to))
  try {
    return { takesOut, caughtBy: failedTests(tests) }
  } finally {
    writeFileSync(path, source)
  }
}

/** The names of the failing tests in the copy, each with its file. */
function failedTests(tests: readonly string[]): string[] {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const run = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=json',
      `--outputFile=${report}`,
      ...tests,
    ],
    { cwd: copy, encoding: 'utf8' },
  )
  let files: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[]
  try {
    files = (JSON.parse(readFileSync(report, 'utf8')) as { testResults: typeof files }).testResults
  } catch {
    throw new Error(`The tests could not be run: ${run.stderr.slice(-2_000)}`)
  }
  return files.flatMap(({ name, message, assertionResults }) => {
    const file = name.slice(name.indexOf('/test/') + 1)
    if (assertionResults.length === 0) throw new Error(`${file} could not be run: ${message}`)
    return assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${file}: ${fullName}`)
  })
}
