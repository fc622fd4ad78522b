import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitFigures, FITS, MIN_FIT_ANSWERS, productFit } from './fit.ts'

test.each([
  [{ small: 11, true: 21, large: 3 }, 'small', '31 60 9'],
  [{ small: 0, true: 5, large: 0 }, 'true', '0 100 0'],
  [{ small: 1, true: 1, large: 4 }, 'large', '17 17 66'],
  [{ small: 3, true: 1, large: 3 }, 'mixed', '43 14 43'],
  [{ small: 1, true: 6, large: 1 }, 'true', '13 75 12'],
])('%o together say %s', (counts, verdict, percents) => {
  const figures = fitFigures(counts)
  expect(figures?.verdict).toBe(verdict)
  expect(FITS.map((fit) => figures?.percent[fit]).join(' ')).toBe(percents)
})

const counts = fc.record({ small: fc.nat(500), true: fc.nat(500), large: fc.nat(500) })

test('the shares are 100 percent together, and mirrored answers give the mirrored verdict', () => {
  fc.assert(
    fc.property(counts, (given) => {
      const figures = fitFigures(given)
      const sum = given.small + given.true + given.large
      if (figures === null) {
        expect(sum).toBeLessThan(MIN_FIT_ANSWERS)
        return
      }
      expect(figures.answers).toBe(sum)
      expect(figures.percent.small + figures.percent.true + figures.percent.large).toBe(100)
      const mirrored = fitFigures({ small: given.large, true: given.true, large: given.small })
      const swapped = { small: 'large', large: 'small', true: 'true', mixed: 'mixed' }
      expect(mirrored?.verdict).toBe(swapped[figures.verdict])
    }),
  )
})

test('a product has figures once its sizes together do, and a size once it has enough itself', () => {
  const few = { small: 1, true: 2, large: 0 }
  const enough = { small: 0, true: 5, large: 0 }
  expect(productFit([{ size: 'S', counts: few }])).toBeNull()
  const two = productFit([
    { size: 'S', counts: few },
    { size: 'M', counts: few },
  ])
  expect(two?.all.answers).toBe(6)
  expect(two?.sizes).toEqual([])
  const third = productFit([
    { size: 'S', counts: few },
    { size: 'M', counts: enough },
  ])
  expect(third?.sizes.map(({ size }) => size)).toEqual(['M'])
})
