import { useState } from 'react'
import { MAX_LABEL_BYTES, MAX_PHOTO_BYTES, MAX_RETURN_PHOTOS } from '#domain/returns/return-file.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { READABLE_PICTURES } from '#web/admin/products/pictures/upload-picture.ts'
import record from '#web/admin/record.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import UploadField from '#web/admin/settings/media/upload-field.tsx'
import { sendFile, type SentFile } from '#web/admin/uploads/send-file.ts'
import Button from '#web/ui/button.tsx'
import type { ReturnFileView, WholeReturnView } from '#web/views/returns/return-view.ts'
import photoList from '#web/ui/photo-list.module.css'

interface Props {
  found: WholeReturnView
  mayChange: boolean
  onChange: (found: WholeReturnView, done: string) => void
}

/** The photos of a return, and the PDF of its label. */
export default function ReturnFiles({ found, mayChange, onChange }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { number, files, state } = found
  const photos = files.filter(({ kind }) => kind !== 'label')
  const label = files.find(({ kind }) => kind === 'label')
  const own = photos.filter(({ kind }) => kind === 'staff-photo')
  const addressOf = ({ id }: ReturnFileView) => `/api/staff/returns/${number}/files/${id}`
  const isSent = state === 'asked' || state === 'accepted'

  const sendWithin =
    (to: 'photos' | 'label', most: number) =>
    async (...[file, ...how]: Parameters<SendFile>): Promise<SentFile<WholeReturnView>> =>
      file.size <= most
        ? sendFile(`/api/staff/returns/${number}/${to}`, file, ...how)
        : { kind: 'refused', reason: `This file is larger than ${most / 1_000_000} MB.` }

  async function remove({ id }: ReturnFileView) {
    setBusy(true)
    const params = { number, file: id }
    const answer = await call('DELETE /api/staff/returns/:number/files/:file', { params })
    setBusy(false)
    setRefusal(answer.kind === 'done' ? null : (answer.title ?? 'The shop did not respond. Try again.'))
    if (answer.kind === 'done') onChange(answer.value, 'Removed')
  }

  if (!mayChange && files.length === 0) return null
  return (
    <div className={record.form}>
      <RefusalBlock message={refusal} />
      {photos.length > 0 && (
        <ul className={photoList.photos} aria-label="Photos">
          {photos.map((file, index) => (
            <li key={file.id}>
              <a href={addressOf(file)}>
                <img src={addressOf(file)} alt={`Of the return, ${index + 1} of ${photos.length}`} />
              </a>
              <span className={record.quiet}>
                {file.addedBy}, {file.addedAt}
              </span>
              {mayChange && (
                <Button
                  tone="plain"
                  aria-label={`Remove photo ${index + 1}`}
                  disabled={busy}
                  onClick={() => void remove(file)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && own.length < MAX_RETURN_PHOTOS && (
        <UploadField
          label="Add a photo"
          hint="Staff alone see it. JPEG, PNG, WebP or AVIF of at most 25 MB."
          error={undefined}
          accept={READABLE_PICTURES}
          shown={null}
          send={sendWithin('photos', MAX_PHOTO_BYTES)}
          onStored={(next: WholeReturnView) => onChange(next, 'Photo added')}
          onRemove={() => {}}
        />
      )}
      {label && (
        <p>
          <a href={addressOf(label)}>Label (PDF)</a>{' '}
          <span className={record.quiet}>
            {label.addedBy}, {label.addedAt}
          </span>
        </p>
      )}
      {label && mayChange && (
        <Button tone="plain" disabled={busy} onClick={() => void remove(label)}>
          Remove label
        </Button>
      )}
      {mayChange && isSent && (
        <UploadField
          label={label ? 'Replace the label' : 'Label as a PDF'}
          hint="From your carrier, of at most 2 MB. The customer is emailed a link to it once the return is accepted."
          error={undefined}
          accept="application/pdf,.pdf"
          shown={null}
          send={sendWithin('label', MAX_LABEL_BYTES)}
          onStored={(next: WholeReturnView) => onChange(next, 'Label added')}
          onRemove={() => {}}
        />
      )}
    </div>
  )
}

type SendFile = (
  file: File,
  onProgress: (sent: number) => void,
  cancel?: AbortSignal,
) => Promise<SentFile<WholeReturnView>>
