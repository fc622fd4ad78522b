import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BRAND } from '#domain/settings/brand/brand.ts'
import { FIRST_PALETTE } from '#domain/settings/brand/palette.ts'
import { brandStyles } from './brand-variables.ts'

const addressOf = ({ key }: { key: string }) => `/pictures/${key}.webp`

test('the first brand is what the style sheets have, and adds nothing to them', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8')
  const { 'rule-on-ink': _inMails, ...onPages } = FIRST_PALETTE
  for (const [name, color] of Object.entries(onPages)) expect(tokens).toContain(`--${name}: ${color};`)
  expect(brandStyles(BRAND.fallback, addressOf)).toBe('')
})

test('a dark ground is printed as dark text on white', () => {
  const night = { ...BRAND.fallback, ground: '#101418', ink: '#f3f5f7', accent: '#c6ff3d' }
  const [, onPaper = ''] = brandStyles(night, addressOf).split('@media print')
  expect(onPaper).toContain('--ink:#101418;--bone:#ffffff')
})

test.each([
  ['light', '#f4f1ea', '#0b0b0c', ['none', 'brightness(0) invert(1)']],
  ['dark', '#0b0b0c', '#f4f1ea', ['brightness(0) invert(1)', 'brightness(0) invert(1)']],
])(
  'one wordmark is enough: on a %s ground its shape is white on what is dark',
  (_name, ground, ink, filters) => {
    const wordmark = { key: 'a', width: 600, height: 200, placeholder: '' }
    const [screen = ''] = brandStyles(
      { ...BRAND.fallback, ground, ink, accent: ink, wordmark },
      addressOf,
    ).split('@media print')
    const [filter, onDarkFilter] = filters
    expect(screen).toContain('--mark:url("/pictures/a.webp");--mark-shape:600/200')
    expect(screen).toContain(`--mark-filter:${filter}`)
    expect(screen).toContain(`--mark-on-dark-filter:${onDarkFilter}`)
  },
)

test('a drawing is in the style of the page, which it cannot end', () => {
  const wordmark = {
    svg: '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#c1121f" d="M0 0h9"/></svg>',
    width: 9,
    height: 1,
  }
  const style = brandStyles({ ...BRAND.fallback, wordmark }, addressOf)
  expect(style).toContain(
    `--mark:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cpath fill='%23c1121f' d='M0 0h9'/%3E%3C/svg%3E")`,
  )
  expect(style).not.toContain('<')
})
