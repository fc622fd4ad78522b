import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** How long the tests of one file took, in milliseconds. Files run side by side, so the sum is more than the run. */
export interface FileTime {
  file: string
  took: number
}

interface JourneySuite {
  specs: { tests: { results: { duration: number }[] }[] }[]
  suites?: JourneySuite[]
}

/** The times of the files in a report of Vitest. */
export function unitFileTimes(report: string, root: string): FileTime[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; startTime: number; endTime: number }[]
  }
  return testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    took: endTime - startTime,
  }))
}

/** The times of the files in a report of Playwright, at every size of the screen. */
export function journeyFileTimes(report: string): FileTime[] {
  const { suites } = JSON.parse(readFileSync(report, 'utf8')) as {
    suites: (JourneySuite & { file: string })[]
  }
  const times = new Map<string, number>()
  for (const suite of suites) {
    times.set(suite.file, (times.get(suite.file) ?? 0) + timeOf(suite))
  }
  return Array.from(times, ([file, took]) => ({ file: `e2e/journeys/${file}`, took }))
}

function timeOf({ specs, suites = [] }: JourneySuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  return [...own.map(({ duration }) => duration), ...suites.map(timeOf)].reduce((sum, took) => sum + took, 0)
}

/** One line for each of the ten files that took the longest. */
export function slowestFiles(times: readonly FileTime[]): string {
  return times
    .toSorted((a, b) => b.took - a.took)
    .slice(0, 10)
    .map(({ file, took }) => `${String(Math.round(took / 1_000)).padStart(6)} s  ${file}`)
    .join('\n')
}
