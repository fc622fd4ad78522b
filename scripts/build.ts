import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { isBuildFresh, STAMP_FILE, sourceStamp } from './build-stamp.js'

process.env['NODE_ENV'] = 'production'
// A build contains no secrets, and another account may run the shop.
process.umask(0o022)
const { build } = await import('vite').catch((error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
  console.error('The packages that build the shop are not installed: run npm ci (without --omit=dev).')
  process.exit(1)
})
/** Twelve distances with a code of their own: 100 bytes less for the code of every page, and less for all files. */
const SMALLEST = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_NDIRECT]: 12 }
const MAX_WAIT_MS = 600_000
const root = join(import.meta.dirname, '..')
const started = performance.now()

waitForOtherBuild()
// A start that was killed leaves its builder running, which has made this build by now.
if (isBuildFresh()) {
  console.log('The build is up to date.')
  process.exit(0)
}
rmSync(join(root, 'build'), { recursive: true, force: true })
const languages = readdirSync(join(root, 'words'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
for (const mode of ['en', ...languages.filter((name) => name !== 'en')]) {
  await build({ root, logLevel: 'warn', mode })
}
await build({ root, logLevel: 'warn', build: { ssr: true } })
compressAhead(join(root, 'build/client'))
writeFileSync(STAMP_FILE, sourceStamp())
console.log(`Built in ${((performance.now() - started) / 1_000).toFixed(1)} s.`)

/** One process at a time builds. The lock on the file ends with the process, however that ends. */
function waitForOtherBuild(): void {
  const folder = join(root, 'node_modules/.cache')
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, 'build-lock.db'), { timeout: MAX_WAIT_MS })
  lock.exec('begin exclusive')
  process.once('exit', () => lock.close())
}

/** Writes a .br and a .gz file beside every text file, so that nothing is compressed during a request. */
function compressAhead(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|svg|json|txt|webmanifest)$/.test(name)) continue
    const file = join(folder, name)
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: SMALLEST }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
