/** The files of a ZIP that may be pictures, by their names. */
export interface PictureFiles<Entry> {
  count: number
  byName: ReadonlyMap<string, readonly { path: readonly string[]; entry: Entry }[]>
}

/** What an address or path is made of, in lower case and without what a browser would encode, from its end. */
function partsFromEnd(path: string): string[] {
  const plain = path.split(/[?#]/, 1)[0]!.replaceAll('\\', '/')
  return plain
    .split('/')
    .map((part) => decoded(part).normalize('NFC').trim().toLowerCase())
    .filter((part) => part !== '' && part !== '.')
    .toReversed()
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Orders the files of a ZIP by their names. Folders, and what a Mac adds, are none. */
export function indexPictureFiles<Entry>(
  files: readonly { name: string; entry: Entry }[],
): PictureFiles<Entry> {
  const pictures = files.flatMap(({ name, entry }) => {
    // `?`, `#` and `%` in the name of a file are letters of it.
    const path = partsFromEnd(name.replaceAll(/[?#%]/g, encodeURIComponent))
    const isHidden =
      name.endsWith('/') || path[0] === undefined || path.some((part) => /^(\.|__macosx$)/.test(part))
    return isHidden ? [] : [{ path, entry }]
  })
  return { count: pictures.length, byName: Map.groupBy(pictures, ({ path }) => path[0]!) }
}

/** A picture of an export of a shop like this one, where the address of a product names a width as well. */
const OF_THIS_SHOP = /^([\da-f]{16,})-\d+(\.\w+)$/

/**
 * The file that an address or a name in a table means: of those with its name, the one whose folders agree with it
 * longest. Null: there is none.
 */
export function findPictureFile<Entry>(
  { byName }: PictureFiles<Entry>,
  address: string,
): Entry | 'ambiguous' | null {
  const wanted = partsFromEnd(address)
  const name = wanted[0] ?? ''
  const named = byName.get(name) ?? byName.get(name.replace(OF_THIS_SHOP, '$1$2')) ?? []
  const agreed = named.map(({ path, entry }) => {
    const at = path.findIndex((part, place) => place > 0 && part !== wanted[place])
    return { entry, length: at < 0 ? path.length : at }
  })
  const most = Math.max(...agreed.map(({ length }) => length))
  const [best, other] = agreed.filter(({ length }) => length === most)
  if (best === undefined) return null
  return other === undefined ? best.entry : 'ambiguous'
}
