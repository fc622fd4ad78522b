import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { builtAssets } from '#web/http/files/assets.ts'
import { ROOT } from './running-shop.ts'

const PARTS = join(ROOT, 'node_modules/.cache/redemption-bench')

/** Builds the shop of a checkout without its page cache, and returns the program that runs it. */
export function uncachedShop(root = ROOT): string {
  const program = join(root, 'bench/harness/uncached-shop.ts')
  const built = spawnSync(process.execPath, [program, 'build'], { cwd: root, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The shop without its page cache could not be built')
  return program
}

if (import.meta.main) {
  process.env['NODE_ENV'] = 'production'
  if (process.argv[2] === 'build') await build()
  else await run()
}

/** The same server build, with a replaceable application. */
async function build(): Promise<void> {
  const vite = await import('vite')
  const input = { server: 'server.ts', app: 'web/http/shop-app.ts' }
  await vite.build({
    root: ROOT,
    logLevel: 'warn',
    build: { ssr: true, outDir: PARTS, emptyOutDir: true, rollupOptions: { input } },
  })
}

async function run(): Promise<void> {
  const { runShop } = (await import(join(PARTS, 'server.js'))) as typeof import('../../server.ts')
  const app = (await import(join(PARTS, 'app.js'))) as typeof import('#web/http/shop-app.ts')
  await runShop({
    files: (_request, _response, next) => next(),
    findAssets: builtAssets(join(ROOT, 'build/client')),
    loadApp: async () => app,
    cachePages: false,
    onClose: async () => {},
  })
}
