import '#scripts/private-files.js'
import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#config'
import { openShop } from '#open-shop'
import { storePicture } from '#operations/catalog/store-picture.ts'
import { consoleLog } from '#web/http/console-log.ts'

/** Opens a shop as `npm start` does and creates a file of every kind in its data folder: `private-data.test.ts`. */
const root = join(import.meta.dirname, '../..')
const { shop, close } = await openShop(readConfig({ DATA_DIR: process.argv[2] }), root, consoleLog())
if (process.argv[3] === 'full') {
  await shop.identity.addMember({ email: 'ada@redemption.example', password: 'wears red' })
  const picture = await openAsBlob(join(root, 'demo/pictures/tote-bone-front.jpg'))
  await storePicture(shop, picture.stream())
  await shop.mailer.send({
    id: 'first',
    to: { name: 'Ada', address: 'ada@shopper.example' },
    subject: 'Your order',
    text: 'A hoodie',
    html: '<p>A hoodie</p>',
  })
}
await close()
