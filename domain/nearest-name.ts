/**
 * The known name that a misspelt one was probably meant to be. Null when none is near: within two mistyped letters, one
 * in a short name. Part of a known name and a longer form of it are near as well.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const isLonger = (one: string, other: string) => one.startsWith(other) && other.includes('_')
  const [nearest] = known
    .map((other) => ({
      other,
      typos: isLonger(other, name) || isLonger(name, other) ? 0 : typosBetween(name, other),
    }))
    .sort((one, other) => one.typos - other.typos)
  return nearest && nearest.typos <= (name.length < 8 ? 1 : 2) ? nearest.other : null
}

/** How many letters are missing, added, wrong or swapped with their neighbour. */
function typosBetween(one: string, other: string): number {
  const table: number[][] = []
  const typos = (row: number, column: number) => table[row]?.[column] ?? Infinity
  for (let row = 0; row <= one.length; row += 1) {
    const line: number[] = []
    table.push(line)
    for (let column = 0; column <= other.length; column += 1) {
      const [letter, meant] = [one[row - 1], other[column - 1]]
      const isSwapped = letter === other[column - 2] && meant === one[row - 2]
      const fewest = Math.min(
        typos(row - 1, column) + 1,
        typos(row, column - 1) + 1,
        typos(row - 1, column - 1) + (letter === meant ? 0 : 1),
        isSwapped ? typos(row - 2, column - 2) + 1 : Infinity,
      )
      line.push(row + column === 0 ? 0 : fewest)
    }
  }
  return typos(one.length, other.length)
}
