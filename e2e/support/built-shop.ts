import { join } from 'node:path'

/** The built shop as `npm start` runs it, without checking that the build is fresh: global-setup.ts did. */
process.env['NODE_ENV'] = 'production'
const server = join(import.meta.dirname, '../../build/server/server.js')
const { main } = (await import(server)) as typeof import('../../server.ts')
await main()
