import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBuildFresh } from '#scripts/build-stamp.js'
import { easeSignIn } from './template/ease-sign-in.ts'
import { makePictures } from './template/make-pictures.ts'
import { TEMPLATE_VARIABLE } from './template/template-variable.ts'
import { startShop } from './running-shop.ts'

/**
 * Builds the shop if needed, and fills one data folder with the demo catalogue and its pictures; the shop of each
 * worker starts from a copy.
 */
export default async function setUp(): Promise<() => void> {
  if (!isBuildFresh()) {
    const build = join(import.meta.dirname, '../../scripts/build.ts')
    const { status } = spawnSync(process.execPath, [build], { stdio: ['ignore', 'inherit', 'inherit'] })
    if (status !== 0) throw new Error('The shop could not be built.')
  }
  const given = process.env[TEMPLATE_VARIABLE]
  if (given !== undefined) {
    if (!existsSync(given)) {
      await fill(`${given}.part`)
      renameSync(`${given}.part`, given)
    }
    return () => {}
  }
  const template = mkdtempSync(join(tmpdir(), 'redemption-journeys-'))
  await fill(template)
  process.env[TEMPLATE_VARIABLE] = template
  return () => rmSync(template, { recursive: true, force: true })
}

async function fill(template: string): Promise<void> {
  const shop = await startShop(template)
  await shop.stop()
  await easeSignIn(template)
  await makePictures(template)
}
