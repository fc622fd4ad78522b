// The shop of a rehearsal: npm start, which ends with whoever started it, however that ends.

import '#scripts/private-files.js'

process.stdin.once('end', () => process.exit(0)).resume()
await import('#scripts/start.js')
