import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

test('systemd starts the shop as npm start does, without npm in between', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } }
  const unit = read('deploy/redemption.service')
  const [settings = '', command = ''] = scripts.start.split(' exec node ')
  expect(unit).toContain(`\nEnvironment=${settings}\n`)
  expect(unit).toContain(`\nExecStart=/srv/redemption/current/node_modules/.bin/node ${command}\n`)
})
