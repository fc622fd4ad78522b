import { useRef, useState } from 'react'
import { showToast } from '#web/ui/toast.tsx'
import { uploadFailedMessage } from '#web/admin/products/messages.ts'
import type { StaffPicture } from '#web/views/catalog/staff-product.ts'
import { uploadPicture } from './upload-picture.ts'

/** A picture in the form: stored before, on its way, refused, or stored just now. `id` is the form's own. */
export interface FormPicture {
  id: number
  name: string
  isNew: boolean
  stored: StaffPicture | null
  /** Sent so far, from 0 to 1; null: nothing is on its way. */
  progress: number | null
  /** Why it could not be stored. */
  refusal: string | null
  file: File | null
}

/**
 * The pictures of a product while it is edited. New ones are uploaded immediately and in parallel, before the form is
 * saved.
 */
export function usePictures(initial: readonly StaffPicture[], pictureStore: string | null) {
  const nextId = useRef(initial.length)
  const [all, setAll] = useState(() => initial.map((stored, id) => keptPicture(stored, id)))
  /** Spec 7: new pictures replace the ones there were, unless the editor wants both. */
  const [replaces, setReplaces] = useState(true)
  const isReplacing = replaces && all.some(({ isNew, stored }) => isNew && stored !== null)
  const shown = isReplacing ? all.filter(({ isNew }) => isNew) : all

  const change = (id: number, changes: Partial<FormPicture>) =>
    setAll((before) => before.map((picture) => (picture.id === id ? { ...picture, ...changes } : picture)))

  async function send(id: number, file: File) {
    change(id, { progress: 0, refusal: null })
    const answer = await uploadPicture(file, (progress) => change(id, { progress }))
    if (answer.kind === 'stored') return change(id, { progress: null, stored: answer.stored, file: null })
    if (answer.kind === 'cancelled') return
    showToast('error', uploadFailedMessage(pictureStore), 5_000)
    change(id, { progress: null, refusal: answer.reason })
  }

  function add(files: Iterable<File>) {
    const added = [...files].map((file) => ({
      id: (nextId.current += 1),
      name: file.name,
      isNew: true,
      stored: null,
      progress: 0,
      refusal: null,
      file,
    }))
    setAll((before) => [...before, ...added])
    for (const { id, file } of added) void send(id, file)
  }

  /** Puts a picture in the place of another, which moves over. */
  function move(id: number, before: number) {
    setAll((pictures) => {
      const from = pictures.findIndex((picture) => picture.id === id)
      const to = pictures.findIndex((picture) => picture.id === before)
      const moved = pictures[from]
      if (!moved || to < 0) return pictures
      return pictures.toSpliced(from, 1).toSpliced(to, 0, moved)
    })
  }

  return {
    shown,
    /** Whether there are old and new ones, so that the question of replacing arises. */
    hasBoth: all.some(({ isNew }) => isNew) && all.some(({ isNew }) => !isNew),
    replaces,
    setReplaces,
    add,
    move,
    remove: (id: number) => setAll((before) => before.filter((picture) => picture.id !== id)),
    again: (id: number) => {
      const file = all.find((picture) => picture.id === id)?.file
      if (file) void send(id, file)
    },
    describe: (id: number, alt: string) =>
      setAll((before) =>
        before.map((picture) =>
          picture.id === id && picture.stored ? { ...picture, stored: { ...picture.stored, alt } } : picture,
        ),
      ),
    /** Starts again from these: another member's version of the product. */
    reset: (pictures: readonly StaffPicture[]) =>
      setAll(pictures.map((stored) => keptPicture(stored, (nextId.current += 1)))),
    isSending: all.some(({ progress }) => progress !== null),
    hasRefused: shown.some(({ refusal }) => refusal !== null),
    /** What would be saved now: a picture that was chosen twice counts once. */
    stored: [...new Map(shown.flatMap(({ stored }) => (stored ? [[stored.key, stored]] : []))).values()],
  }
}

/** What usePictures gives. */
export type Pictures = ReturnType<typeof usePictures>

function keptPicture(stored: StaffPicture, id: number): FormPicture {
  return { id, name: stored.alt, isNew: false, stored, progress: null, refusal: null, file: null }
}
