/** Whether one word has one letter too many, too few or wrong, or two neighbours swapped; also of equal words. */
export function differsByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)]
  return (
    restOfA.slice(1) === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1) ||
    (restOfA.slice(2) === restOfB.slice(2) && restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0])
  )
}
