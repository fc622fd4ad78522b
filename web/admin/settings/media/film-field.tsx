import { filmPath, MAX_FILM_BYTES, type StoredFilm } from '#domain/settings/film.ts'
import { sendFile, type SentFile } from '#web/admin/uploads/send-file.ts'
import UploadField from './upload-field.tsx'

const MAX_MB = MAX_FILM_BYTES / 1_000_000

interface Props {
  label: string
  hint: string
  error: string | undefined
  value: StoredFilm | null
  /** The store of the pictures when it keeps no films. */
  keepsNoFilms: string | null
  /** Visitors play it with its sound. */
  isHeard?: boolean
  onChange: (film: StoredFilm | null) => void
}

/** A film of a setting. Behind words it is muted, and plays in the preview. */
export default function FilmField(props: Props) {
  const { label, hint, error, value, keepsNoFilms, isHeard = false, onChange } = props
  return (
    <UploadField
      {...{ label, hint, error }}
      accept="video/mp4,video/webm"
      blocked={
        keepsNoFilms === null
          ? undefined
          : `Videos cannot be stored at ${keepsNoFilms}, where this shop stores its images. The image is shown instead.`
      }
      shown={
        value && {
          thumb: (
            <video
              src={filmPath(value)}
              muted
              playsInline
              preload="metadata"
              aria-hidden="true"
              tabIndex={-1}
            />
          ),
          words: filmWords(value, isHeard),
        }
      }
      send={uploadFilm}
      onStored={onChange}
      onRemove={() => onChange(null)}
    />
  )
}

/** What a stored film is, and what visitors download without hearing it. */
function filmWords({ type, width, height, bytes, soundBytes }: StoredFilm, isHeard: boolean): string {
  const size = bytes === undefined ? '' : `, ${megabytes(bytes)}`
  const film = `${type === 'mp4' ? 'MP4' : 'WebM'}, ${width.toLocaleString('en-CA')} × ${height.toLocaleString('en-CA')} pixels${size}`
  if (soundBytes === undefined || isHeard) return film
  const sound = soundBytes === 0 ? 'Its sound' : `Its sound (${megabytes(soundBytes)})`
  return `${film}. ${sound} is never played, but every visitor downloads it. Export the video without sound to save that.`
}

/** `2.1 MB`, never `0.0`. */
function megabytes(bytes: number): string {
  return `${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB`
}

async function uploadFilm(
  file: File,
  onProgress: (sent: number) => void,
  cancel: AbortSignal,
): Promise<SentFile<StoredFilm>> {
  if (file.size <= MAX_FILM_BYTES) return sendFile('/api/staff/films', file, onProgress, cancel)
  return {
    kind: 'refused',
    reason: `This video is larger than ${MAX_MB} MB. Make it shorter or smaller, then add it again.`,
  }
}
