import './private-files.js'
import { spawnSync } from 'node:child_process'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { isBuildFresh } from './build-stamp.js'

// JavaScript, as are the files that it imports: Node's translator of TypeScript would stay in the memory of the shop.
const root = join(import.meta.dirname, '..')

if (!isBuildFresh()) {
  console.log('Building the shop …')
  // In a separate process, so that the builder's memory is not part of the shop's.
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
// Speeds up the next start, especially after a crash. It is written now, because a killed process could not do so at
// its end.
enableCompileCache(join(root, 'build/compiled'))
/** @type {typeof import('../server.ts')} */
const { main } = await import(join(root, 'build/server/server.js'))
await main()
flushCompileCache()
