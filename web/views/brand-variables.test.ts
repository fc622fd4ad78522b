import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BRAND } from '#domain/settings/brand/brand.ts'
import { FIRST_PALETTE } from '#domain/settings/brand/palette.ts'
import { brandStyles } from './brand-variables.ts'

test('the first brand is what the style sheets have, and adds nothing to them', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8')
  const { 'rule-on-ink': _inMails, ...onPages } = FIRST_PALETTE
  for (const [name, color] of Object.entries(onPages)) expect(tokens).toContain(`--${name}: ${color};`)
  expect(brandStyles(BRAND.fallback)).toBe('')
})

test('a dark ground is printed as dark text on white', () => {
  const night = { ...BRAND.fallback, ground: '#101418', ink: '#f3f5f7', accent: '#c6ff3d' }
  const [, onPaper = ''] = brandStyles(night).split('@media print')
  expect(onPaper).toContain('--ink:#101418;--bone:#ffffff')
})
