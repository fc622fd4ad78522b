import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'

/**
 * The command of the npm script with its Node flags, run by the current Node, and the settings before it. It runs
 * `instead` of the shop's program where one is given.
 */
export function startCommand(
  root: string,
  instead?: string,
): { settings: Record<string, string>; words: [string, ...string[]] } {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const words = scripts.start.split(' ')
  const settings = words.filter((word) => word.includes('=') && !word.startsWith('-'))
  const args = words.slice(words.indexOf('node') + 1)
  if (instead !== undefined) args.splice(-1, 1, instead)
  return {
    settings: Object.fromEntries(settings.map((setting) => setting.split('=', 2))),
    words: [process.execPath, ...args],
  }
}

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
