import { randomUUID } from 'node:crypto'
import { callSupplier } from '#providers/call-supplier.ts'
import { TINY_PICTURE } from '#providers/images/tiny-picture.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import type { S3Bucket, S3Settings } from './s3-bucket.ts'

const TIMEOUT_MS = 10_000

/** Stores a tiny picture, reads it as the shop and as a visitor would, and deletes it. */
export async function tryBucket(
  bucket: S3Bucket,
  { bucket: bucketName, publicUrl }: Pick<S3Settings, 'bucket' | 'publicUrl'>,
): Promise<string> {
  const name = `pictures/try-${randomUUID()}.webp`
  await bucket.put(name, new Blob([TINY_PICTURE]), 'image/webp')
  try {
    const stored = await bucket.get(name)
    if (stored === null || !TINY_PICTURE.equals(stored)) throw otherBytes('S3')
    if (publicUrl !== null) await readPublicly(`${publicUrl}/${name}`)
  } finally {
    await bucket.delete(name)
  }
  const how = publicUrl === null ? 'read' : 'read at its public address'
  return `A test image was stored in the bucket ${bucketName}, ${how}, and deleted.`
}

async function readPublicly(url: string): Promise<void> {
  const supplier = 'The public address of the bucket (S3_PUBLIC_URL)'
  const { bytes } = await callSupplier({ supplier, url, timeoutMs: TIMEOUT_MS })
  if (!TINY_PICTURE.equals(bytes)) throw otherBytes(supplier)
}

function otherBytes(supplier: string): SupplierError {
  return new SupplierError(`${supplier} returned a different image from the one that was stored.`, {
    supplier,
    kind: 'unreadable',
  })
}
