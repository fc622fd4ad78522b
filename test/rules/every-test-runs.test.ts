import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import type { PlaywrightTestConfig } from '@playwright/test'
import { describe, expect, test } from 'vitest'
import type { ViteUserConfig } from 'vitest/config'

const ROOT = join(import.meta.dirname, '../..')
const config = async (tool: string) => (await import(join(ROOT, `${tool}.config.ts`))).default
const journeys: PlaywrightTestConfig = await config('playwright')
const shots: PlaywrightTestConfig = await config('shots')
const vitest: ViteUserConfig = await config('vitest')
const find = (patterns: string | string[], exclude: readonly string[] = []) =>
  globSync(patterns, { cwd: ROOT, exclude: ['node_modules', 'build', 'data', 'test-results', ...exclude] })

/** The projects of Playwright that a file belongs to. */
function projectsOf(file: string, { testDir, testMatch, projects = [] }: PlaywrightTestConfig) {
  const isAmong = (patterns: unknown) =>
    [patterns ?? []].flat().some((pattern) => matchesGlob(file, `**/${String(pattern).replace('**/', '')}`))
  if (!file.startsWith(`${testDir}/`)) return []
  return projects.filter((project) => isAmong(project.testMatch ?? testMatch) && !isAmong(project.testIgnore))
}

describe('every test belongs to a project that runs it', () => {
  test('every file of Vitest', () => {
    const all = find('**/*.{test,spec}.*')
    const run = vitest.test?.projects?.flatMap((project) => {
      const { include = [], exclude = [] } = (project as { test: Record<'include' | 'exclude', string[]> })
        .test
      return find(include, exclude)
    })
    expect(all.length).toBeGreaterThan(300)
    expect(all.filter((file) => !run?.includes(file))).toEqual([])
  })

  test('every journey', () => {
    const all = find(['**/*.{journey,journeys,shots}.*', 'e2e/{journeys,shots}/**/*.*'])
    expect(all.length).toBeGreaterThan(50)
    const belongs = (file: string) => [journeys, shots].some((config) => projectsOf(file, config).length > 0)
    expect(all.filter((file) => !belongs(file))).toEqual([])
  })

  /** A tag leaves a journey out of every project whose size is another one. */
  test('every journey whose title names a size', () => {
    const silent = find('e2e/journeys/*.journey.ts').flatMap((file) => {
      const projects = projectsOf(file, journeys)
      const titles =
        readFileSync(join(ROOT, file), 'utf8').match(/(?<=\b(?:test|plainTest)\(\s*)(['"`]).*?\1/g) ?? []
      return titles.filter(
        (title) => !projects.some(({ grepInvert }) => !(grepInvert as RegExp)?.test(title)),
      )
    })
    expect(silent).toEqual([])
  })

  test('npm test runs every project', () => {
    const script = readFileSync(join(ROOT, 'scripts/test.ts'), 'utf8')
    const named = Array.from(script.matchAll(/--project=(\w+)/g), ([, name]) => name)
    const names = [
      ...(vitest.test?.projects?.map((project) => (project as { test: { name: string } }).test.name) ?? []),
      ...(journeys.projects?.map(({ name }) => name) ?? []),
    ]
    expect([...named, 'suppliers'].toSorted()).toEqual(names.toSorted())
  })
})
