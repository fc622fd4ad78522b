import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const PRODUCTS =
  'Handle,Title,Type,Option1 Name,Option1 Value,Variant Price\nbox-tee,Box Tee,T-Shirts,Size,Large,40\n'

test('a file is tried, imported, and exported as it imports again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redemption-import-'))
  const run = (script: string, ...words: string[]) => {
    const { NODE_COMPILE_CACHE, PATH } = process.env
    const { stdout, stderr, status } = spawnSync(process.execPath, [`scripts/${script}.ts`, ...words], {
      cwd: root,
      encoding: 'utf8',
      env: {
        DATA_DIR: join(folder, 'data'),
        ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
        ...(PATH && { PATH }),
      },
    })
    return `${stdout}${stderr}${status === 0 ? '' : `\n${status}`}`
  }
  try {
    const [products, redirects, exported] = ['products.csv', 'redirects.csv', 'exported.csv'].map((name) =>
      join(folder, name),
    ) as [string, string, string]
    writeFileSync(products, PRODUCTS)
    writeFileSync(redirects, 'Redirect from,Redirect to\n/products/box-tee,/product/box-tee\n')
    expect(run('import', products, '--trial')).toContain('1 new, 0 changed, 0 as before, 0 left out.')
    const imported = run('import', products, redirects, '--no-pictures')
    expect(imported).toContain('1 new, 0 changed, 0 as before, 0 left out.')
    expect(imported).toContain('1 new redirects, 0 changed, 0 as before, 0 left out.')
    expect(run('export', '--to', exported)).not.toContain('did not work')
    expect(readFileSync(exported, 'utf8')).toContain('Box Tee,box-tee,,Shirts,true,active')
    expect(run('import', exported)).toContain('0 new, 0 changed, 1 as before, 0 left out.')
    expect(run('import', join(folder, 'none.csv'))).toContain('cannot be read.\n\n1')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
