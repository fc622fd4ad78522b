import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The headless shell first: it renders a page in two thirds of the time, because it has no window. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of a Chromium: the one in CHROMIUM, an installed one, or Playwright's. */
export async function findChromium(): Promise<string | null> {
  const named = process.env['CHROMIUM']
  if (named) return named
  const installed = PLACES.find((place) => existsSync(place))
  if (installed) return installed
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
}

/** Finds a Chromium, or installs one: Debian's package as root, otherwise Playwright's download. */
export async function findOrInstallChromium(): Promise<string> {
  const found = await findChromium()
  if (found) return found
  console.log('Installing Chromium for the tests …')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '-qq'])
    const packages = ['chromium-headless-shell', 'fonts-liberation']
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
  } else {
    const playwright = createRequire(import.meta.url).resolve('@playwright/test/package.json')
    run(process.execPath, [join(playwright, '../cli.js'), 'install', 'chromium'])
  }
  const installed = await findChromium()
  if (!installed) throw new Error('The tests need Chromium: install it, or name it in CHROMIUM.')
  return installed
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`'${command} ${args.join(' ')}' failed.`)
}
