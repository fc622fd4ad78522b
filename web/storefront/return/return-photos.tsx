import { useState } from 'react'
import { MAX_PHOTO_BYTES } from '#domain/returns/return-file.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Notice from '#web/ui/notice.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useWords } from '#web/ui/use-words.ts'
import photoList from '#web/ui/photo-list.module.css'
import styles from './return-page.module.css'

/** The photos of a return, and where they are: `base` of its order, with `opens`, its key, as the query. */
export interface OwnPhotos {
  base: string
  opens: string
  returnId: string
  ids: string[]
  mayChange: boolean
}

/** A phone that takes HEIC photos turns them into JPEG when it sees that those are not among them. */
const READABLE = 'image/jpeg,image/png,image/webp,image/avif'

/** The photos that a customer adds: each is sent when it is chosen, so that what is typed beside them stays. */
export default function ReturnPhotos({ base, opens, returnId, ids: first, mayChange }: OwnPhotos) {
  const words = useWords('returns')
  const [ids, setIds] = useState(first)
  const [sending, setSending] = useState('')
  const [faults, setFaults] = useState<string[]>([])
  const [added, setAdded] = useState(0)
  const hasScript = useHydrated()
  const addressOf = (id: string) => `${base}/return-files/${id}?${opens}`

  async function add(files: readonly File[]) {
    setFaults([])
    setAdded(0)
    for (const file of files) {
      setSending(file.name)
      const sent = await send(file)
      if ('id' in sent) {
        setIds((before) => [...before, sent.id])
        setAdded((before) => before + 1)
      } else setFaults((before) => [...before, words.photoFault(file.name, words.photoFaults[sent.fault])])
    }
    setSending('')
  }

  async function send(file: File): Promise<{ id: string } | { fault: keyof typeof words.photoFaults }> {
    if (file.size > MAX_PHOTO_BYTES) return { fault: 'too-many-bytes' }
    try {
      const query = `${opens}&${new URLSearchParams({ return: returnId })}`
      const headers = { 'content-type': 'application/octet-stream' }
      const answer = await fetch(`${base}/return-photos?${query}`, { method: 'POST', headers, body: file })
      const said = (await answer.json()) as { id?: string; type?: string }
      if (answer.ok && said.id) return { id: said.id }
      const kind = (said.type ?? '').split(/[/#]/).at(-1) ?? ''
      return { fault: kind in words.photoFaults ? (kind as keyof typeof words.photoFaults) : 'failed' }
    } catch {
      return { fault: 'failed' }
    }
  }

  async function remove(id: string) {
    setFaults([])
    const answer = await fetch(addressOf(id), { method: 'DELETE' }).catch(() => null)
    if (answer?.ok || answer?.status === 404) setIds((before) => before.filter((one) => one !== id))
    else setFaults([words.photoFaults.failed])
  }

  return (
    <div className={styles.added}>
      {ids.length > 0 && (
        <ul className={photoList.photos}>
          {ids.map((id, index) => (
            <li key={id}>
              <a href={addressOf(id)}>
                <img src={addressOf(id)} alt={words.photo(index + 1)} />
              </a>
              {mayChange && hasScript && (
                <Button
                  tone="plain"
                  aria-label={words.removePhoto(index + 1)}
                  disabled={sending !== ''}
                  onClick={() => void remove(id)}
                >
                  {words.remove}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange &&
        (hasScript ? (
          <Field
            label={words.photos}
            hint={words.photosHint}
            type="file"
            accept={READABLE}
            multiple
            disabled={sending !== ''}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              target.value = ''
              void add(files)
            }}
          />
        ) : (
          <p className={styles.hint}>{words.photosWithoutScript}</p>
        ))}
      <p role="status" className={styles.hint}>
        {sending !== '' ? words.sendingPhoto(sending) : added > 0 ? words.photoSent(added) : ''}
      </p>
      {faults.length > 0 && <Notice urgent>{faults.join(' ')}</Notice>}
    </div>
  )
}
