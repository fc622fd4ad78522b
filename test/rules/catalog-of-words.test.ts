import { describe, expect, test } from 'vitest'
import { isProduction, readSources } from '#test/support/sources/source-graph.ts'
import { wordsOutside } from '#test/support/sources/words-outside.ts'

/** What customers see, and every mail. */
const SCREENS = /^web\/(storefront|frame|ui|visitor|http\/pages)\//
const MAILS =
  /^operations\/(mail\/|order-facts\.ts$|[a-z]+\/send-[a-z-]+\.ts$)|^providers\/mail\/test-mail\.ts$/
/**
 * The words of forms, totals and lists that the storefront takes from the domain, not those that only staff read: the
 * faults of settings. The tables of taxes are data with their sources, and their labels are the names in law.
 */
const SHARED =
  /^domain\/(checkout\/(?!manual-order|payment\.|taxes\/(?:canada|standard-taxes|tax-table|table-faults)\.ts$|shipping\/shipping-(?:schema|faults)\.ts$)|inbox\/contact-form\.ts$|orders\/order-total\.ts$|places\/postal-codes\.ts$|catalog\/(category|shop-list)\.ts$|outbox\/task-kinds\.ts$)/

/** Signs that are the same in every language. */
const ALIKE = new Set(['+', '−'])
/** Keys of data, and what a shop starts with: owners change it, so it is data. */
const KEYS = new Set(['Saskatchewan', 'Shipping', 'Shirts', 'Hoodies', 'Accessories', 'Pants'])
/** Faults, which have their words elsewhere. */
const FAULTS = new Set(['short-message', 'long-message'])

describe('No words on screens and in mails are outside the catalogue (words/)', () => {
  const sources = readSources().filter(isProduction)
  const left = (files: RegExp) =>
    sources
      .filter(({ path }) => files.test(path))
      .flatMap(({ path, text }) =>
        wordsOutside(path, text, ALIKE.union(KEYS).union(FAULTS)).map(
          ({ line, text: said }) => `${path}:${line} ${said}`,
        ),
      )

  test.each([
    ['the storefront', SCREENS, 130],
    ['the mails', MAILS, 12],
    ['what the storefront takes from the domain', SHARED, 12],
  ])('in %s', (_where, files, fewest) => {
    expect(sources.filter(({ path }) => files.test(path)).length).toBeGreaterThanOrEqual(fewest)
    expect(left(files)).toEqual([])
  })

  test('the database holds kinds and figures: db/ has no texts but those for operators and reasons of refunds', () => {
    const forOperators = /^db\/(backups|engine|migrations|move)\//
    const stored = ['db/refunds/refunds.ts'] // reasons of refunds, beside those that staff type
    const texts = left(/^db\//).filter((text) => / [A-Z]/.test(text.slice(text.indexOf(' '))))
    const files = new Set(texts.map((text) => text.slice(0, text.indexOf(':'))))
    expect([...files].filter((path) => !forOperators.test(path)).toSorted()).toEqual(stored.toSorted())
  })

  test.each([
    ['text', '<p>Just added</p>'],
    ['one word', '<p>{isNew ? "New" : null}</p>'],
    ['a sign', '<p>×</p>'],
    ['a name for screen readers', '<nav aria-label="pages" />'],
    ['a prop', '<Field label="email" />'],
    ['a template', '<p>{`${count} left`}</p>'],
    ['a message in an object', 'const MESSAGES = { failed: "could not be sent" }'],
    ['an argument', 'showToast("error", "Not saved")'],
  ])('the check finds %s', (_what, source) => {
    expect(wordsOutside('sample.tsx', source, ALIKE)).toHaveLength(1)
  })

  test('the check ignores addresses, classes, events, types and errors for the log', () => {
    const source = `
      import type { Size } from './Size Of.ts'
      const kind: 'Not Words' = other
      if (event.key === 'Escape') throw new Error('There is no order')
      shop.log.error('A page could not be loaded', error)
      const link = <a href="/Shop All" className={\`big \${styles.red}\`}>{words.shopAll}</a>`
    expect(wordsOutside('sample.tsx', source, ALIKE)).toEqual([])
  })
})
