import * as v from 'valibot'
import type { ChosenImages, ImageStoreAdapter } from '#providers/images/image-store-adapter.ts'
import { allOrNone, type FilledVariables, type SettingsFault } from '#providers/supplier-adapter.ts'
import { supplierAddress, webAddress } from '#providers/supplier-address.ts'
import type { S3Settings } from './s3-bucket.ts'
import { S3Images } from './s3-images.ts'

const VARIABLES = {
  S3_BUCKET: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, such as my-shop-pictures'),
    ),
  ),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  S3_REGION: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/, 'must be a region of S3, such as ca-central-1')),
  ),
  S3_ENDPOINT: v.optional(supplierAddress),
  S3_PUBLIC_URL: v.optional(webAddress),
}

const REQUIRED = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const USUAL_REGION = 'us-east-1'

/** S3, at Amazon or at a compatible host, as a picture store that the settings can choose. */
export const S3: ImageStoreAdapter = { name: 's3', label: 'S3', variables: VARIABLES, choose }

function choose(env: FilledVariables): ChosenImages | SettingsFault | null {
  const keys = allOrNone(env, REQUIRED)
  if (keys === null) {
    const alone = Object.keys(VARIABLES).find((name) => env[name] !== undefined)
    return alone === undefined ? null : { fault: `S3_BUCKET must be set when ${alone} is.` }
  }
  if ('fault' in keys) return keys
  const region = env['S3_REGION'] ?? USUAL_REGION
  const settings: S3Settings = {
    bucket: keys.S3_BUCKET,
    region,
    address: bucketAddress(keys.S3_BUCKET, region, env['S3_ENDPOINT']),
    accessKeyId: keys.S3_ACCESS_KEY_ID,
    secretAccessKey: keys.S3_SECRET_ACCESS_KEY,
    publicUrl: env['S3_PUBLIC_URL'] ?? null,
  }
  return { name: S3.name, label: S3.label, settings, open: (options) => new S3Images(settings, options) }
}

/** Path style, unless the endpoint begins with the bucket's name; for Amazon host style, unless that name has a dot. */
export function bucketAddress(bucket: string, region: string, endpoint: string | undefined): string {
  if (endpoint !== undefined) {
    return new URL(endpoint).hostname.startsWith(`${bucket}.`) ? endpoint : `${endpoint}/${bucket}`
  }
  const amazon = `s3.${region}.amazonaws.com`
  return bucket.includes('.') ? `https://${amazon}/${bucket}` : `https://${bucket}.${amazon}`
}
