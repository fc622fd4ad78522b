import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isNewer } from '#providers/updates/signed-versions.ts'

const ROOT = join(import.meta.dirname, '../..')
const SKIPPED = new Set(['node_modules', 'dist', 'data', 'shots'])
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The files below a folder, as paths from the root of the project. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name) || entry.name.startsWith('.')) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [relative(ROOT, path).replaceAll('\\', '/')]
  })
}

const FILES = filesBelow(ROOT)
const SOURCES = FILES.filter((path) => /\.tsx?$/.test(path))
const PAGES = FILES.filter((path) => path.endsWith('.md'))
/** Decisions and the changelog also name things that no longer exist. */
const ABOUT_NOW = PAGES.filter((path) => !path.startsWith('docs/decisions/') && path !== 'CHANGELOG.md')
const { version: VERSION, scripts: COMMANDS } = JSON.parse(read('package.json')) as {
  version: string
  scripts: Record<string, string>
}

/** The test that runs a command of the pages for operators, and how that test calls it. */
const RUN_BY: Record<string, [file: string, words: string]> = {
  'npm ci && npm start': ['.ci/bare-debian', 'npm ci\nPORT=0 npm start'],
  sh: ['.ci/bare-debian', 'sh scripts/install.sh localhost owner@shop.example'],
  curl: ['.ci/bare-debian', 'curl -fsS http://127.0.0.1:3999/ready'],
  printf: ['test/providers/signed-versions.test.ts', 'docs/operating/update.md'],
  '{': ['test/providers/signed-versions.test.ts', 'docs/operating/update.md'],
  backup: ['scripts/backup.test.ts', "run('backup'"],
  restore: ['scripts/backup.test.ts', "run('restore'"],
  'db:migrate': ['test/operations/upgrades/rollback-command.test.ts', "run('db-migrate'"],
  'db:move': ['test/operations/move/db-move.test.ts', 'db-move.ts'],
  deploy: ['test/deploy/find-shop.test.ts', 'scripts/deploy.ts'],
  doctor: ['test/operations/connections/doctor.test.ts', 'scripts/doctor.ts'],
  'connections:key': ['test/operations/connections/set-up-connection.test.ts', 'rotate-connections-key.ts'],
  'pictures:move': ['scripts/move-pictures.test.ts', 'move-pictures.ts'],
  import: ['scripts/import.test.ts', "run('import'"],
  export: ['scripts/import.test.ts', "run('export'"],
  rehearse: ['test/operations/drops/rehearse-drop.test.ts', 'rehearse-drop.ts'],
  rollback: ['test/operations/upgrades/rollback-command.test.ts', "run('rollback'"],
  staff: ['test/operations/staff/first-staff.test.ts', 'scripts/staff.ts'],
}
/**
 * They need systemd, a container engine or hours (`npm run chaos -- disk` runs lost-orders). The install was tried
 * under systemd by hand, with `redemption doctor` and `staff list`.
 */
const NOT_RUN = new Set([
  ...'redemption systemctl journalctl podman bench chaos test:suppliers lost-orders'.split(' '),
  // test/operations/backups/postgres-log.test.ts does the same with its own folders.
  ...'archive_mode archive_timeout archive_command restore_command pg_basebackup pg_verifybackup cp touch'.split(
    ' ',
  ),
  'npm start', // after a restore
])
const programOf = (line: string) => (line.startsWith('npm ') ? line : (line.split(' ')[0] ?? ''))

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The anchors of a page, as GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  return matches(page, /^#+ (.*)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

describe('the documentation', () => {
  test('links only to files and headings that exist', () => {
    const dead = PAGES.flatMap((page) =>
      matches(read(page), /\]\(([^)\s]+)\)/g)
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => {
          const [path = '', anchor] = link.split('#')
          const target = path === '' ? page : join(dirname(page), path)
          if (!existsSync(join(ROOT, target))) return true
          return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).includes(anchor)
        })
        .map((link) => `${page}: ${link}`),
    )
    expect(dead).toEqual([])
  })

  test('tells what is new in the version of package.json, which is newer than the last released one', () => {
    const [newest = '', before = ''] = matches(read('CHANGELOG.md'), /^## (.*)$/gm)
    const isTold = newest === VERSION || (newest === 'Not yet released' && isNewer(VERSION, before))
    expect({ newest, before, version: VERSION, isTold }).toMatchObject({ isTold: true })
  })

  test('names only commands that package.json has', () => {
    const unknown = PAGES.flatMap((page) =>
      matches(read(page), /npm run ([\w:-]+)/g)
        .filter((command) => !(command in COMMANDS))
        .map((command) => `${page}: npm run ${command}`),
    )
    expect(unknown).toEqual([])
  })

  test('gives commands only the options and words that they take', () => {
    const calls = ABOUT_NOW.flatMap((page) =>
      [...read(page).matchAll(/npm run ([\w:-]+) -- ([^\n`]+)/g)].map(([call, command = '', words = '']) => {
        const [, file = ''] = /(\S+\.[jt]s)$/.exec(COMMANDS[command] ?? '') ?? []
        return { page, call, code: file === '' ? '' : read(file), words: words.split(' ') }
      }),
    )
    const known = calls.filter(({ code }) => code !== '')
    expect(known.length).toBeGreaterThan(25)
    const isBenchmark = (word: string) =>
      FILES.some((path) => path.startsWith('bench/') && path.endsWith(`/${word}.ts`))
    const takes = (code: string, word: string, at: number) => {
      const [, option] = /^\[?--([a-z-]+)/.exec(word) ?? []
      if (option !== undefined) return new RegExp(`[ {']${option}'?: `).test(code)
      if (at > 0 || !/^[a-z-]+$/.test(word)) return true
      return isBenchmark(word) || new RegExp(`['\\s]${word}['(:,]`).test(code)
    }
    const wrong = known.filter(({ code, words }) => !words.every((word, at) => takes(code, word, at)))
    expect(wrong.map(({ page, call }) => `${page}: ${call}`)).toEqual([])
  })

  test('gives operators commands that a test runs, or that are named here as not run', () => {
    const blocks = PAGES.filter((page) => page.startsWith('docs/operating/')).flatMap((page) =>
      matches(read(page), /^```\n([^]*?)^```$/gm),
    )
    const lines = blocks.flatMap((block) => block.split('\n')).filter((line) => /^[a-z{]/.test(line))
    const ofShop = matches(
      PAGES.filter((page) => page.startsWith('docs/operating/'))
        .map(read)
        .join('\n'),
      /npm run ([\w:-]+)/g,
    )
    const commands = [...ofShop, ...lines.filter((line) => !line.includes('npm run ')).map(programOf)]
    expect([...new Set(commands)].filter((command) => !(command in RUN_BY) && !NOT_RUN.has(command))).toEqual(
      [],
    )
    const unproven = Object.entries(RUN_BY).filter(([, [file, words]]) => !read(file).includes(words))
    expect(unproven).toEqual([])
    const unused = [...Object.keys(RUN_BY), ...NOT_RUN].filter((command) => !commands.includes(command))
    expect(unused).toEqual([])
  })

  test('names only source files that exist', () => {
    const missing = ABOUT_NOW.flatMap((page) =>
      matches(read(page), /`([\w.-]+(?:\/[\w.-]+)+\.tsx?)`/g)
        .filter((path) => !path.startsWith('./'))
        .filter((path) => !SOURCES.some((source) => source === path || source.endsWith(`/${path}`)))
        .map((path) => `${page}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  test('names only constants and settings that the code has', () => {
    const code = [...SOURCES, '.env.example'].map(read).join('\n')
    const known = new Set(code.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g))
    const unknown = ABOUT_NOW.flatMap((page) =>
      matches(read(page), /`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)`/g)
        .filter((name) => !known.has(name))
        .map((name) => `${page}: ${name}`),
    )
    expect(unknown).toEqual([])
  })
})
