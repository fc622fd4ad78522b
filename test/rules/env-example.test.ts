import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTING_NAMES } from '#config'

const read = (file: string) => readFileSync(new URL(file, import.meta.resolve('#config')), 'utf8')
const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name).sort()

test('.env.example lists every setting that the shop reads, and no other', () => {
  expect(names(read('.env.example'), /^#([A-Z][A-Z0-9_]*)=/gm)).toEqual([...SETTING_NAMES].sort())
})
