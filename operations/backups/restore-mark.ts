import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const markSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ from: v.string(), backup: v.nullable(v.string()), keyFile: v.nullable(v.string()) }),
)

/**
 * Where a restored shop still gets pictures from. `backup`: its name; null for a continuous copy, which uses every
 * picture of the place. `keyFile`: the key of an encrypted backup.
 */
export type RestoreMark = v.InferOutput<typeof markSchema>

const FILE = 'restoring.json'

/** Records in the data folder that pictures are still to be restored. The shop copies them after its next start. */
export async function writeRestoreMark(dataDir: string, mark: RestoreMark): Promise<void> {
  const handle = await open(join(dataDir, FILE), 'w', 0o600)
  try {
    await handle.writeFile(JSON.stringify(mark))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The record; null when there is none, or when it cannot be read. */
export async function readRestoreMark(dataDir: string): Promise<RestoreMark | null> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch(() => null)
  const mark = v.safeParse(markSchema, text)
  return mark.success ? mark.output : null
}

/** Removes the record, once every picture is restored or cannot be. */
export async function removeRestoreMark(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true })
}
