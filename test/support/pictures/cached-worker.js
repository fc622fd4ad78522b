import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// The picture worker as it is, with compiled code kept on disk: tests start dozens, and most of a start is compiling.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/node'))
await import('#providers/images/making/picture-worker.ts')
flushCompileCache()
