import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { builtAssets } from '#web/http/files/assets.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A folder of words beside `words/en/`: the same modules, in which each sentence begins with a sign. */
const OTHER_LANGUAGE: Plugin = {
  name: 'other-language',
  enforce: 'pre',
  resolveId(id, from = '') {
    if (id.startsWith('#words/en-XA/')) return join(ROOT, id.slice(1))
    return id.startsWith('./') && from.includes('/words/en-XA/') ? join(dirname(from), id) : null
  },
  load(id) {
    if (!id.includes('/words/en-XA/')) return null
    const english = readFileSync(id.replace('/en-XA/', '/en/'), 'utf8')
    return english.replaceAll(/(?<!from )(['`])(?=[A-Z])/g, '$1¤')
  },
}

test('a build in a language has its words and no others, in files beside those of the other languages', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'redemption-languages-'))
  onTestFinished(() => rmSync(outDir, { recursive: true, force: true }))
  writeFileSync(join(outDir, 'english.js'), '')
  vi.stubEnv('NODE_ENV', 'production') // as scripts/build.ts has it
  onTestFinished(() => void vi.unstubAllEnvs())
  const options = { outDir, copyPublicDir: false }
  await build({ root: ROOT, logLevel: 'warn', mode: 'en-XA', build: options, plugins: [OTHER_LANGUAGE] })

  const { script, preloads } = builtAssets(outDir)('storefront/shop/shop-page', 'en-XA')
  const texts = [script, ...preloads].map((file) => readFileSync(join(outDir, file), 'utf8'))
  const said = texts.flatMap((text) => text.match(/.?(Skip to content|Loading products|Currency)\b/g) ?? [])
  expect([...new Set(said)].sort()).toEqual(['¤Currency', '¤Loading products', '¤Skip to content'])
  const bytes = texts.map((text) => brotliCompressSync(text).length).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeLessThan(63_500) // as many as in English, but for the signs
  expect(existsSync(join(outDir, 'english.js'))).toBe(true)
})
