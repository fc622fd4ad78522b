import * as v from 'valibot'
import type { ChosenImages, ImageStoreAdapter } from '#providers/images/image-store-adapter.ts'
import type { FilledVariables, SettingsFault } from '#providers/supplier-adapter.ts'
import { isOnThisMachine, supplierAddress } from '#providers/supplier-address.ts'
import type { CloudinarySettings } from './cloudinary-api.ts'
import { CloudinaryImages } from './cloudinary-images.ts'

const FORM = 'must have the form cloudinary://API_KEY:API_SECRET@CLOUD_NAME'

const VARIABLES = {
  CLOUDINARY_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => parseUrl(text) !== null, FORM),
    ),
  ),
  CLOUDINARY_API_BASE: v.optional(supplierAddress),
}

const API = 'https://api.cloudinary.com'

/** Cloudinary as a picture store that the settings can choose. */
export const CLOUDINARY: ImageStoreAdapter = {
  name: 'cloudinary',
  label: 'Cloudinary',
  variables: VARIABLES,
  choose,
}

function choose(env: FilledVariables): ChosenImages | SettingsFault | null {
  const { CLOUDINARY_URL: url, CLOUDINARY_API_BASE: base } = env
  if (url === undefined) {
    return base === undefined ? null : { fault: 'CLOUDINARY_URL must be set when CLOUDINARY_API_BASE is.' }
  }
  const account = parseUrl(url)
  if (account === null) return { fault: `CLOUDINARY_URL ${FORM}.` }
  const { apiKey, apiSecret, cloud, distribution, isPrivate, uploadPrefix } = account
  const api = base ?? uploadPrefix ?? API
  const settings: CloudinarySettings = {
    cloud,
    apiKey,
    apiSecret,
    api: `${api}/v1_1/${cloud}`,
    delivery: deliveryAddress({ cloud, distribution, isPrivate, api }),
  }
  const { name, label } = CLOUDINARY
  return { name, label, settings, open: (options) => new CloudinaryImages(settings, options) }
}

interface Account {
  apiKey: string
  apiSecret: string
  cloud: string
  distribution: string | null
  isPrivate: boolean
  uploadPrefix: string | undefined
}

/** Reads the URL as the SDKs do: a path is the host of a private CDN, and a query holds further settings. */
function parseUrl(text: string): Account | null {
  if (!text.startsWith('cloudinary://') || !URL.canParse(text)) return null
  const { username, password, hostname, port, pathname, searchParams } = new URL(text)
  if (username === '' || password === '' || !/^[\w-]+$/.test(hostname) || port !== '') return null
  const prefix = v.safeParse(v.optional(supplierAddress), searchParams.get('upload_prefix') ?? undefined)
  if (!prefix.success) return null
  const privateHost = pathname.replace(/^\//, '')
  return {
    apiKey: decodeURIComponent(username),
    apiSecret: decodeURIComponent(password),
    cloud: hostname,
    distribution: privateHost || searchParams.get('secure_distribution'),
    isPrivate: privateHost !== '' || searchParams.get('private_cdn') === 'true',
    uploadPrefix: prefix.output,
  }
}

/** The address of the delivery; a fake on this machine serves both the API and the delivery. */
function deliveryAddress({
  cloud,
  distribution,
  isPrivate,
  api,
}: Pick<Account, 'cloud' | 'distribution' | 'isPrivate'> & { api: string }): string {
  if (distribution !== null) return `https://${distribution}${isPrivate ? '' : `/${cloud}`}`
  if (isPrivate) return `https://${cloud}-res.cloudinary.com`
  return isOnThisMachine(api) ? `${api}/${cloud}` : `https://res.cloudinary.com/${cloud}`
}
