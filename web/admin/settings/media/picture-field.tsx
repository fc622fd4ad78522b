import type { HomePicture } from '#domain/settings/home-page.ts'
import { READABLE_PICTURES, uploadPicture } from '#web/admin/products/pictures/upload-picture.ts'
import type { PictureView } from '#web/page.ts'
import Picture from '#web/ui/picture.tsx'
import UploadField from './upload-field.tsx'

interface Props {
  label: string
  hint: string
  error: string | undefined
  value: HomePicture | null
  view: PictureView | undefined
  /** The width from which on the picture is sharp. */
  sharp?: number | undefined
  onPicture: (key: string, view: PictureView) => void
  onChange: (picture: HomePicture | null) => void
}

/** A picture of a setting. */
export default function PictureField({ label, hint, error, value, view, sharp, onPicture, onChange }: Props) {
  return (
    <UploadField
      {...{ label, hint, error }}
      accept={READABLE_PICTURES}
      shown={
        value && {
          thumb: <Picture picture={view ?? null} sizes="7rem" decorative />,
          words: sizeWords(value, sharp),
        }
      }
      send={uploadPicture}
      onStored={({ key, width, height, placeholder, view: stored }) => {
        onPicture(key, stored)
        onChange({ key, width, height, placeholder })
      }}
      onRemove={() => onChange(null)}
    />
  )
}

function sizeWords({ width, height }: HomePicture, sharp = 0): string {
  const size = `${width.toLocaleString('en-CA')} × ${height.toLocaleString('en-CA')} pixels`
  if (width >= sharp) return size
  return `${size}. This is less than ${sharp.toLocaleString('en-CA')} pixels wide: it will look blurred on large screens.`
}
