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
  onPicture: (key: string, view: PictureView) => void
  onChange: (picture: HomePicture | null) => void
}

/** A picture of a setting. */
export default function PictureField({ label, hint, error, value, view, onPicture, onChange }: Props) {
  return (
    <UploadField
      {...{ label, hint, error }}
      accept={READABLE_PICTURES}
      shown={
        value && {
          thumb: <Picture picture={view ?? null} sizes="7rem" decorative />,
          words: sizeWords(value),
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

function sizeWords({ width, height }: HomePicture): string {
  return `${width.toLocaleString('en-CA')} × ${height.toLocaleString('en-CA')} pixels`
}
