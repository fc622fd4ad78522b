import './private-files.ts'
import { spawnSync } from 'node:child_process'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { isBuildFresh } from './build-stamp.ts'

const root = join(import.meta.dirname, '..')

if (!isBuildFresh()) {
  console.log('Building the shop …')
  // In a process of its own, so that the builder's memory is not the shop's.
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) {
    console.error('The shop could not be built.')
    process.exit(1)
  }
}

process.env['NODE_ENV'] = 'production'
// The next start, after a crash above all, need not compile again. A killed process could not write it at its end.
enableCompileCache(join(root, 'build/compiled'))
const { main } = (await import(join(root, 'build/server/server.js'))) as typeof import('../server.ts')
await main()
flushCompileCache()
