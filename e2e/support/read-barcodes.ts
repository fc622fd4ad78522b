import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The texts of all barcodes in a PNG, as zbar reads them. Installs Debian's zbar-tools as root. */
export function readBarcodes(png: Uint8Array): string[] {
  if (spawnSync('zbarimg', ['--version']).error) install()
  const folder = mkdtempSync(join(tmpdir(), 'redemption-barcodes-'))
  const file = join(folder, 'page.png')
  writeFileSync(file, png)
  const read = spawnSync('zbarimg', ['--quiet', '--raw', file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return read.stdout.split('\n').filter((line) => line !== '')
}

function install(): void {
  const isDebianAsRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!isDebianAsRoot)
    throw new Error('This journey needs zbarimg: install zbar-tools (Debian) or zbar (Homebrew).')
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'zbar-tools'],
  ]) {
    const { status } = spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) throw new Error(`'apt-get ${args.join(' ')}' failed.`)
  }
}
