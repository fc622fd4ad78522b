/** One statement of the specification, with its code and tests. */
export interface SpecRow {
  id: string
  statement: string
  /** The files that implement it. */
  files: string[]
  /** The tests of it: a file, and a part of the title of one of its tests. */
  tests: { file: string; title: string }[]
  /** Sections of docs/decisions/where-we-leave-the-spec.md, with their quotes of the specification. */
  decisions: { anchor: string; quote: string }[]
}

/** What the rows are checked against. */
export interface SpecMapContext {
  /** The text of a project file; null when there is none. */
  read(path: string): string | null
  /** The text of the decisions page. */
  decisions: string
}

const DECISION = /\[([^\]]+)\]\(decisions\/where-we-leave-the-spec\.md#([^)]+)\)/g
const TEST = /`([^`]+)` "([^"]+)"/g
const TEST_FILE = /\.(test|contract|journey)\.tsx?$/
const MIN_TITLE_LENGTH = 8

/** Every row of every table of the map, without the table heads. */
export function readSpecMap(map: string): SpecRow[] {
  return map
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|\s*(id\s*\||-)/.test(line))
    .map((line) => {
      const [id = '', statement = '', files = '', held = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      return {
        id,
        statement,
        files: Array.from(files.matchAll(/`([^`]+)`/g), ([, file = '']) => file),
        tests: Array.from(held.matchAll(TEST), ([, file = '', title = '']) => ({ file, title })),
        decisions: Array.from(held.matchAll(DECISION), ([, quote = '', anchor = '']) => ({ anchor, quote })),
      }
    })
}

/** The errors in the rows, one sentence each. */
export function wrongRows(rows: readonly SpecRow[], world: SpecMapContext): string[] {
  const sections = decisionsOf(world.decisions)
  const titles = new Map<string, string[] | null>()
  const titlesIn = (file: string) => {
    if (!titles.has(file)) {
      const text = TEST_FILE.test(file) ? world.read(file) : null
      titles.set(file, text === null ? null : testTitles(text))
    }
    return titles.get(file) ?? null
  }
  const seen = new Set<string>()
  return rows.flatMap(({ id, statement, files, tests, decisions }) => {
    const wrong: string[] = []
    if (!/^[1-9](\.[a-z-]+)?\.\d+$/.test(id)) wrong.push('is no id')
    if (seen.has(id)) wrong.push('is there twice')
    seen.add(id)
    if (statement === '') wrong.push('states nothing')
    if (files.length === 0) wrong.push('names no file')
    if (tests.length + decisions.length === 0) wrong.push('names no test and no decision')
    for (const file of files) if (world.read(file) === null) wrong.push(`names ${file}, which is not there`)
    for (const { file, title } of tests) {
      const known = titlesIn(file)
      if (known === null) wrong.push(`names ${file}, which is no test file`)
      else if (title.length < MIN_TITLE_LENGTH) wrong.push(`quotes too little of a title: ${title}`)
      else if (!known.some((one) => one.includes(title))) wrong.push(`quotes no test of ${file}: ${title}`)
    }
    for (const { anchor, quote } of decisions) {
      const section = sections.get(anchor)
      if (section === undefined) wrong.push(`points to no decision: ${anchor}`)
      else if (!section.includes(quote)) wrong.push(`quotes what ${anchor} does not say: ${quote}`)
    }
    return wrong.map((what) => `${id} ${what}`)
  })
}

/** The titles of a file's tests and suites as written in the source, with `%s` and `${...}`. */
export function testTitles(source: string): string[] {
  const calls = source.matchAll(
    /(?:\b(?:test|describe\w*)(?:\.describe)?|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs,
  )
  return Array.from(calls, ([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'))
}

/** The third-level sections of a page, by their GitHub anchor. */
export function decisionsOf(page: string): Map<string, string> {
  const sections = page.split(/^### /m).slice(1)
  return new Map(
    sections.map((section) => {
      const [heading = ''] = section.split('\n')
      const anchor = heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-')
      return [anchor, section.replaceAll(/\s+/g, ' ')]
    }),
  )
}
