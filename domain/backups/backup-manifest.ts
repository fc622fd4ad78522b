import * as v from 'valibot'

/** The layout of a backup that this version writes. A backup of a newer layout is refused. */
const FORMAT = 1

const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/
const PICTURE = /^[0-9a-f]{24}-\d+x\d+\.(?:jpg|webp|mp4|webm)$/

const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The names that files of a backup may have. A manifest with any other name is refused, and nothing else is read. */
const FILE = /^backups\/([^/]+)\/(?:database|figures\.json)\.zst(?:\.age)?\.\d{4,}$/

const fileSchema = v.object({
  name: v.pipe(v.string(), v.regex(FILE)),
  bytes: countSchema,
  sha256: v.string(),
})

const manifestFields = v.object({
  format: v.number(),
  name: v.pipe(v.string(), v.regex(NAME)),
  takenAt: countSchema,
  shopVersion: v.string(),
  schema: v.string(),
  engine: v.picklist(['sqlite', 'postgres']),
  sealedFor: v.nullable(v.string()),
  databaseBytes: countSchema,
  database: v.array(fileSchema),
  figures: fileSchema,
  pictures: v.array(v.pipe(v.string(), v.regex(PICTURE))),
  missingPictures: v.array(v.string()),
})

const manifestSchema = v.pipe(
  manifestFields,
  v.check(({ name, database, figures }) =>
    [...database, figures].every((file) => FILE.exec(file.name)?.[1] === name),
  ),
)

/** A file of a backup, as it is stored: its name there, its size, and the SHA-256 of its bytes in hex. */
export type BackupFile = v.InferOutput<typeof fileSchema>

/**
 * What a backup contains. It is stored last: a backup without one is not whole. `takenAt`: epoch milliseconds.
 * `shopVersion`, `schema`: the version of the shop, and its last migration. `sealedFor`: the public key that it is
 * encrypted for; null: it is not. `databaseBytes`: the size of the database as a file. `database`: the parts of the
 * copy, in order. `figures`: the sums of the books (db/backups/figures.ts). `pictures`: the files of all pictures that
 * the database names, `{key}-{width}x{height}.{jpg|webp|mp4|webm}`. `missingPictures`: keys of those that the shop
 * lacked.
 */
export type BackupManifest = Omit<v.InferOutput<typeof manifestSchema>, 'format'>

/** A manifest as text. `checksum` gives the SHA-256 of a text in hex. */
export function writeManifest(manifest: BackupManifest, checksum: (text: string) => string): string {
  const body = JSON.stringify({ format: FORMAT, ...manifest })
  return JSON.stringify({ sha256: checksum(body), body })
}

const envelopeSchema = v.pipe(v.string(), v.parseJson(), v.object({ sha256: v.string(), body: v.string() }))

/** Reads a manifest. `damaged`: not what was written. `too-new`: a newer version of the shop wrote it. */
export function readManifest(
  text: string,
  checksum: (text: string) => string,
): BackupManifest | 'damaged' | 'too-new' {
  const envelope = v.safeParse(envelopeSchema, text)
  if (!envelope.success || checksum(envelope.output.body) !== envelope.output.sha256) return 'damaged'
  const body = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.looseObject({ format: v.number() })),
    envelope.output.body,
  )
  if (!body.success) return 'damaged'
  if (body.output.format > FORMAT) return 'too-new'
  const manifest = v.safeParse(manifestSchema, body.output)
  return manifest.success ? manifest.output : 'damaged'
}

/** The name of a backup that begins now: `2026-11-22T09-00-00Z`. */
export function backupName(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/** Whether a text is the name of a backup. */
export function isBackupName(text: string): boolean {
  return NAME.test(text)
}

/** When a backup of this name began, in epoch milliseconds. */
export function backupTime(name: string): number {
  return Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'))
}

/** The key of a picture from the name of its file. */
export function pictureKeyOf(file: string): string {
  return file.slice(0, file.indexOf('-'))
}
