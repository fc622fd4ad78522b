import { FIELD_LABELS } from '#domain/catalog/product-fields.ts'
import { typedValue, type MirroredContent, type MirroredField } from '#domain/catalog/mirrored-content.ts'
import { readMirrorStatus, type MirrorConflict } from '#operations/catalog/mirror/read-mirror-status.ts'
import type { Shop } from '#operations/shop.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { ConflictView, MirrorStatusView } from './mirror-status.ts'

/** The state of the source of products, for staff; null when there is none. */
export async function mirrorStatusView(shop: Shop): Promise<MirrorStatusView | null> {
  const status = await readMirrorStatus(shop)
  if (status === null) return null
  const { label, failure, failingSince, conflicts, problems } = status
  return {
    label,
    failure: failure === null ? null : { words: failure, since: staffTime(shop)(failingSince ?? shop.now()) },
    conflicts: conflicts.map(conflictView),
    problems: problems.map(({ name, errors, refused }) => ({
      name: name === '' ? 'Unnamed record' : name,
      reasons: [
        ...(Object.keys(errors).length > 0 ? [`Not imported: ${Object.values(errors).join(' ')}`] : []),
        ...(refused === null ? [] : [`Not saved in ${label}: ${refused}`]),
      ],
    })),
  }
}

function conflictView({ product, revision, fields, theirs, ours }: MirrorConflict): ConflictView {
  return {
    productId: product.id,
    name: product.name,
    revision,
    stock: ours.stock,
    fields: fields.map((field) => ({
      label: FIELD_LABELS[field],
      theirs: textOf(field, theirs),
      ours: textOf(field, ours),
    })),
  }
}

function textOf(field: MirroredField, content: MirroredContent): string {
  const value = typedValue(field, content[field])
  if (field === 'pictures')
    return content.pictures.length === 1 ? '1 image' : `${content.pictures.length} images`
  if (field === 'price') return `$${Number(value).toFixed(2)}`
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return text === '' ? '–' : text
}
