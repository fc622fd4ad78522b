import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, plainTest as test } from '#e2e/support/journey.ts'

const CLIENT = join(import.meta.dirname, '../../build/client')

/** Words that occur in server code only. */
const OF_THE_SERVER = [
  'kysely',
  'node:sqlite',
  'nodemailer',
  'better-auth',
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'process.env',
  'insertInto',
  'stripe-signature',
]

const scripts = globSync('**/*.js', { cwd: CLIENT }).map((path) => ({
  path,
  text: readFileSync(join(CLIENT, path), 'utf8'),
}))

test('@desktop the browser bundle contains no server code', () => {
  expect(scripts.length).toBeGreaterThan(0)
  const found = scripts.flatMap(({ path, text }) =>
    OF_THE_SERVER.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`),
  )
  expect(found).toEqual([])
})

test('@desktop the styleguide is in neither build', () => {
  const build = join(CLIENT, '..')
  const files = globSync('**/*.{js,css,json}', { cwd: build })
  expect(files.some((path) => path.endsWith('server.js'))).toBe(true)
  const found = files.filter((path) => /styleguide|data-look/i.test(readFileSync(join(build, path), 'utf8')))
  expect(found).toEqual([])
})

test('@desktop the browser gets no source maps', () => {
  expect(globSync('**/*.map', { cwd: CLIENT })).toEqual([])
})

test('@desktop the shop page takes at most 63 kB of script', () => {
  const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Manifest
  const files = new Set<string>()
  collect(manifest, 'web/browser.tsx', files)
  collect(manifest, 'web/storefront/shop/shop-page.tsx', files)
  const bytes = Array.from(files, (file) => brotliCompressSync(readFileSync(join(CLIENT, file))).length)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(63_000)
})

type Manifest = Record<string, { file: string; imports?: string[] }>

function collect(manifest: Manifest, name: string, files: Set<string>): void {
  const chunk = manifest[name]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files)
}
