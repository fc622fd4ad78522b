import type { Figure } from '#bench/question.ts'

/** The folder of another checkout of the shop (BESIDE), which is measured alternately with this one. */
export const BESIDE = process.env['BESIDE']

/** The figures of the other checkout, and for each how many times ours is as much. */
export function figuresBeside(here: readonly Figure[], beside: readonly Figure[]): Figure[] {
  return beside.flatMap(({ what, value, unit }) => {
    const ours = here.find((figure) => figure.what === what)
    return [
      { what: `${what}, beside`, value, unit },
      ...(ours ? [{ what: `${what}, here / beside`, value: ours.value / value, unit: '' }] : []),
    ]
  })
}
