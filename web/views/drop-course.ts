import type { DropCourse } from '#operations/drops/read-drop-course.ts'

/** A time since the start: `1:05`. */
export function sinceStart(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}

/** The columns and rows of a course, for a table and a file. `null`: not counted. */
export function courseTable({ startsAt, sizes, steps }: DropCourse, hasRoom: boolean) {
  return {
    head: [
      'From the start',
      ...(hasRoom ? ['Let in'] : []),
      'Orders',
      'Paid',
      ...sizes.map(({ product, size }) => `${product} ${size} left`),
    ],
    rows: steps.map(({ at, letIn, orders, paid, left }) => [
      sinceStart(at - startsAt),
      ...(hasRoom ? [letIn] : []),
      orders,
      paid,
      ...left,
    ]),
  }
}
