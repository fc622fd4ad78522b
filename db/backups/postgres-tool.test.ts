import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPostgresTool } from './postgres-tool.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-tool-'))
  const tool = join(folder, 'pg_dump')
  writeFileSync(
    tool,
    `#!/bin/sh
for word in "$@"; do echo "$word"; done
file=$(echo "$*" | sed -n 's/.*passfile=\\([^& ]*\\).*/\\1/p' | sed 's/%2F/\\//g')
echo "file: $(cat "$file")"
`,
  )
  chmodSync(tool, 0o700)
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test.each([
  ['postgres://shop:s3cret:x@localhost/shop', 's3cret\\:x'],
  ['postgres://shop:s3%20cret@localhost/shop?sslmode=disable', 's3 cret'],
  ['postgres://shop:100%right@localhost/shop', '100%right'],
  ['postgres://localhost/shop?user=shop&password=s3cret', 's3cret'],
  ['postgres://shop:old@localhost/shop?password=s3%26cret', 's3&cret'],
])(
  'the password of %s is in a private file, and not among the arguments of the command',
  async (url, written) => {
    const { stdout, ended } = startPostgresTool('pg_dump', url, ['--format', 'custom'])
    const said = await text(stdout)
    await ended
    const [words = '', file] = said.split('file: ')
    expect(words).toContain('--no-password')
    expect(words).not.toMatch(/s3|cret|right|old|password=/)
    expect(file).toBe(`*:*:*:*:${written}\n`)
  },
)
