import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { reach, readSources } from '#test/support/sources/source-graph.ts'
import { stateKey } from './exhibit.ts'
import { EXHIBIT_GROUPS } from './exhibit-groups.ts'
import Styleguide from './styleguide.tsx'

const ROOT = join(import.meta.dirname, '../..')
const exhibits = EXHIBIT_GROUPS.flatMap((group) => group.exhibits)
const sources = readSources()

/** Components that render something wherever they are used. */
const components = globSync('web/ui/*.tsx', { cwd: ROOT })
  .map((path) => path.replaceAll('\\', '/').replace(/\.tsx$/, ''))
  .sort()

describe('the styleguide', () => {
  test.each(components)('%s is in the styleguide', (component) => {
    expect(exhibits.map(({ of }) => of)).toContain(component)
  })

  test('every component in the styleguide exists and renders', () => {
    const drawn = reach(sources, ['web/styleguide/exhibit-groups.ts'])
    expect(exhibits.filter(({ of }) => !drawn.has(`${of}.tsx`))).toEqual([])
  })

  test('each state has a unique name', () => {
    const keys = exhibits.flatMap((exhibit) => exhibit.states.map((state) => stateKey(exhibit, state)))
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
    expect(exhibits.filter(({ states }) => states.length === 0)).toEqual([])
  })

  test('every state can be rendered', () => {
    const html = renderToString(<Styleguide groups={EXHIBIT_GROUPS} only={null} />)
    expect(exhibits.filter(({ of }) => !html.includes(`aria-label="${of}"`))).toEqual([])
  })

  test('an overlay can be rendered alone', () => {
    const keys = exhibits.flatMap((exhibit) =>
      exhibit.states.filter(({ alone }) => alone).map((state) => stateKey(exhibit, state)),
    )
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) {
      const html = renderToString(<Styleguide groups={EXHIBIT_GROUPS} only={key} />)
      expect(html.includes('There is no')).toBe(false)
    }
  })

  test('no code of the shop imports it', () => {
    const inside = /^web\/styleguide\//
    const knows = sources.filter(
      ({ path, imports }) => !inside.test(path) && imports.some(({ file }) => file && inside.test(file)),
    )
    expect(knows.map(({ path }) => path)).toEqual([])
    expect(readFileSync(join(ROOT, 'web/routes.ts'), 'utf8')).not.toContain('styleguide')
  })
})
