import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reach, readSources } from '#test/support/sources/source-graph.ts'

interface Manifest {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const { scripts, dependencies, devDependencies } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as Manifest

/** The scripts of package.json that run only in a checkout with the development dependencies. */
const ONLY_FOR_WORK = new Set(['dev', 'build', 'test', 'check:staged', 'bench', 'chaos', 'mutants'])
/**
 * No command imports these: a file that the shop reads, and what is outside the build (vite.config.ts), which is
 * compiled or reads files of its own.
 */
const BESIDE_BUILD = ['@ip-location-db/geo-whois-asn-country-mmdb', 'pdfkit', 'sharp']

/** `npm ci --omit=dev` and npm run deploy leave a shop with the dependencies only. */
test('dependencies are the packages that the built shop and its commands load', () => {
  const commands = Object.entries(scripts).flatMap(([name, command]) =>
    ONLY_FOR_WORK.has(name) ? [] : (command.match(/scripts\/[\w/-]+\.ts$/) ?? []),
  )
  const sources = readSources()
  const run = reach(sources, [...commands, 'scripts/deploy/pending.ts', 'scripts/deploy/rehearse.ts'])
  const installed = new Set(Object.keys({ ...dependencies, ...devDependencies }))
  const loaded = sources
    .filter(({ path }) => run.has(path))
    .flatMap(({ imports }) => imports.filter(({ typeOnly, file }) => !typeOnly && file === null))
    .map(({ specifier }) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter((name) => installed.has(name))
  expect(commands.length).toBeGreaterThan(8)
  expect(Object.keys(dependencies).sort()).toEqual([...new Set([...loaded, ...BESIDE_BUILD])].sort())
})

test('every compiled package is there for arm64 too, but Litestream, which operators install there', () => {
  const lock = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')
  const compiled = lock.match(/(?<="node_modules\/)[^"]*linux-x64[^"]*/g) ?? []
  expect(compiled.length).toBeGreaterThan(8)
  const missing = compiled.filter((name) => !lock.includes(`"node_modules/${name.replace('x64', 'arm64')}"`))
  expect(missing).toEqual(['@flydotio/litestream-linux-x64'])
  const page = readFileSync(join(import.meta.dirname, '../../docs/operating/install.md'), 'utf8')
  expect(page).toContain('litestream-v0.3.13-linux-arm64.deb')
})
