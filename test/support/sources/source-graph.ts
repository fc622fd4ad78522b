import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** One import in a source file. `file`: its target inside the project; null: a package or a Node module. */
export interface Import {
  specifier: string
  file: string | null
  typeOnly: boolean
}

/** A source file of the project; `path` is relative to the root, with `/`. */
export interface Source {
  path: string
  text: string
  imports: Import[]
}

const ROOT = join(import.meta.dirname, '../../..')
const FOLDERS = [
  'web',
  'words',
  'operations',
  'domain',
  'providers',
  'db',
  'demo',
  'scripts',
  'bench',
  'test',
  'e2e',
  'chaos',
]
const PRODUCTION =
  /^(web|words|operations|domain|providers|db|demo)\/|^(config|data-folder|open-shop|server)\.ts$/
const ONLY_TESTS = /\.(test|contract)\.tsx?$/

/** Every file of the project's code. */
export function readSources(): Source[] {
  return globSync(['*.ts', ...FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx}`)], { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8')
      return { path, text, imports: importsOf(path, text) }
    })
}

/** Production code: no tests, scripts or tool settings. */
export function isProduction({ path }: Source): boolean {
  return PRODUCTION.test(path) && !ONLY_TESTS.test(path)
}

/** All files that `from` loads at run time. Type-only imports are included with `types`. */
export function reach(
  sources: readonly Source[],
  from: readonly string[],
  { types = false } = {},
): Set<string> {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const reached = new Set<string>()
  const waiting = [...from]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    const next = byPath.get(path)?.imports.filter(({ typeOnly }) => types || !typeOnly) ?? []
    waiting.push(...next.flatMap(({ file }) => file ?? []))
  }
  return reached
}

function importsOf(path: string, text: string): Import[] {
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[\w*\s{},$]+?\sfrom\s+)?'([^'\n]+)'|(?<!typeof )import\('([^'\n]+)'\)/gm,
  )
  return Array.from(statements, ([, type, written, dynamic]) => {
    const specifier = written ?? dynamic ?? ''
    return { specifier, typeOnly: type !== undefined, file: leadsTo(path, specifier) }
  })
}

function leadsTo(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier)).replaceAll('\\', '/')
  if (!specifier.startsWith('#')) return null
  const file = specifier.slice(1)
  return existsSync(join(ROOT, `${file}.ts`)) ? `${file}.ts` : file
}
