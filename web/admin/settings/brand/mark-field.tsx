import { cleanSvg, MAX_SVG_LENGTH } from '#domain/settings/brand/clean-svg.ts'
import { svgAddress, type Mark } from '#domain/settings/brand/mark.ts'
import UploadField from '#web/admin/settings/media/upload-field.tsx'
import { READABLE_PICTURES, uploadPicture } from '#web/admin/products/pictures/upload-picture.ts'
import type { SentFile } from '#web/admin/uploads/send-file.ts'
import type { PictureView } from '#web/page.ts'
import styles from './mark-field.module.css'

interface Props {
  label: string
  hint: string
  error: string | undefined
  value: Mark | null
  view: PictureView | undefined
  isForDark: boolean
  onPicture: (key: string, view: PictureView) => void
  onChange: (mark: Mark | null) => void
}

/** A wordmark: a drawing, which is cleaned before it is shown and again by the server, or a picture. */
export default function MarkField({
  label,
  hint,
  error,
  value,
  view,
  isForDark,
  onPicture,
  onChange,
}: Props) {
  async function send(file: File, ...rest: [(sent: number) => void, AbortSignal]): Promise<SentFile<Mark>> {
    if (file.type === 'image/svg+xml' || /\.svg$/i.test(file.name)) return sendDrawing(file)
    const answer = await uploadPicture(file, ...rest)
    if (answer.kind !== 'stored') return answer
    const { key, width, height, placeholder, view: stored } = answer.stored
    onPicture(key, stored)
    return { kind: 'stored', stored: { key, width, height, placeholder } }
  }

  const address = value && ('svg' in value ? svgAddress(value) : view?.src)
  return (
    <UploadField<Mark>
      {...{ label, hint, error, send }}
      accept={`image/svg+xml,.svg,${READABLE_PICTURES}`}
      shown={
        value && {
          thumb: (
            <img className={isForDark ? styles.onDark : styles.onLight} src={address ?? undefined} alt="" />
          ),
          words:
            'svg' in value ? 'A drawing, sharp at every size' : `${value.width} × ${value.height} pixels`,
        }
      }
      onStored={onChange}
      onRemove={() => onChange(null)}
    />
  )
}

async function sendDrawing(file: File): Promise<SentFile<Mark>> {
  // A larger file is refused unread.
  const cleaned = cleanSvg(
    file.size > 4 * MAX_SVG_LENGTH ? ' '.repeat(MAX_SVG_LENGTH + 1) : await file.text(),
  )
  return 'svg' in cleaned ? { kind: 'stored', stored: cleaned } : { kind: 'refused', reason: cleaned.fault }
}
