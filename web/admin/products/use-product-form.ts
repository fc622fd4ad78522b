import { useEffect, useEffectEvent, useRef, useState, type RefObject, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { checkProductForm, type ProductErrors } from '#domain/catalogue/product-form.ts'
import { useCategories } from '#web/admin/categories.ts'
import { showToast } from '#web/ui/toast.tsx'
import { askToSave } from './ask-products.ts'
import type { Conflict } from './changes/conflict-notice.tsx'
import { MESSAGES, tableStoreMessage } from './messages.ts'
import {
  EMPTY,
  isSame,
  storedPicture,
  valuesOf,
  type FormValues,
  type TypedValues,
} from './product-values.ts'
import type { StaffProduct } from '#web/views/catalogue/staff-product.ts'
import { useOthersChanges } from './changes/use-others-changes.ts'
import { usePictures } from './pictures/use-pictures.ts'

/** What the modal is open for. */
export type ProductTask =
  | { kind: 'add'; copyOf: StaffProduct | null }
  | { kind: 'edit'; product: StaffProduct }

interface ProductFormOptions {
  task: ProductTask
  /** The service that stores pictures; null: the shop. */
  pictureStore: string | null
  onSaved: (product: StaffProduct) => void
}

/** The product form while it is open: what was typed, what is wrong with it, and how saving went. */
export function useProductForm(
  { task, pictureStore, onSaved }: ProductFormOptions,
  element: RefObject<HTMLFormElement | null>,
) {
  const categories = useCategories()
  const [base, setBase] = useState(task.kind === 'edit' ? task.product : null)
  const source = task.kind === 'edit' ? task.product : task.copyOf
  const [values, setValues] = useState<TypedValues>(() => firstValues(task))
  const pictures = usePictures(source?.pictures ?? [], pictureStore)
  const all: FormValues = { ...values, pictures: pictures.stored.map(storedPicture) }
  const [clean, setClean] = useState(all)
  const [errors, setErrors] = useState<ProductErrors>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [saving, setSaving] = useState(false)
  /** Whether this member has just chosen a version: the next one from elsewhere is the choice. */
  const hasChosen = useRef(false)

  const isChanged = () => pictures.isSending || !isSame(all, clean)
  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isChanged()) event.preventDefault()
  })
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => warn(event)
    window.addEventListener('beforeunload', leave)
    return () => window.removeEventListener('beforeunload', leave)
  }, [])

  /** Says what is wrong, and goes to the first of it. */
  function showErrors(wrong: ProductErrors) {
    flushSync(() => {
      setErrors(wrong)
      setSaving(false)
    })
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  function fail(message: string) {
    setRefusal(message)
    showToast('error', MESSAGES.saveFailed, 5_000)
  }

  async function save() {
    if (saving || pictures.isSending) return
    setRefusal(null)
    const kept = (base ?? source)?.sizes.map(({ size }) => size) ?? []
    const checked = checkProductForm(all, { categories, kept })
    if ('errors' in checked) return showErrors(checked.errors)
    if (pictures.hasRefused) {
      return showErrors({ pictures: 'Some images could not be stored. Try them again, or remove them.' })
    }
    setErrors({})
    setSaving(true)
    const answer = await askToSave(all, base)
    if (answer.kind === 'done') return onSaved(answer.value)
    setSaving(false)
    if (answer.code === 'invalid-request') return showErrors(answer.fields)
    if (answer.code === 'changed-meanwhile' && answer.current) {
      return setConflict({ theirs: answer.current, refused: true })
    }
    if (answer.code === 'signed-out') return fail(MESSAGES.signedOut)
    if (answer.code === 'not-found') return fail(MESSAGES.gone)
    fail(tableStoreMessage(answer) ?? MESSAGES.saveFailed)
  }

  /** Continues from another member's version, with what is typed here or with theirs. */
  function goOnFrom(theirs: StaffProduct) {
    setBase(theirs)
    setClean(formOf(theirs))
    setConflict(null)
  }

  function load(theirs: StaffProduct) {
    setValues(valuesOf(theirs))
    pictures.reset(theirs.pictures)
    goOnFrom(theirs)
  }

  /** The notice goes, and the focus that was in it goes to the beginning. */
  function choose(theirs: StaffProduct) {
    flushSync(() => goOnFrom(theirs))
    element.current?.querySelector<HTMLElement>('input')?.focus()
  }

  useOthersChanges(base, saving, (theirs) => {
    if (theirs.archivedAt === null && isSame(formOf(theirs), all)) return goOnFrom(theirs)
    if (theirs.archivedAt === null && hasChosen.current && !isChanged()) {
      hasChosen.current = false
      return load(theirs)
    }
    setConflict((before) =>
      before && before.theirs.version >= theirs.version
        ? before
        : { theirs, refused: before?.refused ?? false },
    )
  })

  /** Pictures that were pasted or dropped. Words go where they were going, also when a picture of them comes along. */
  function addFiles(event: SyntheticEvent, { files, types }: DataTransfer) {
    const isTyping = event.type === 'paste' && (event.target as Element).matches('input, textarea')
    if (files.length === 0 || (isTyping && types.includes('text/plain'))) return
    event.preventDefault()
    if (!saving) pictures.add(files)
  }

  return {
    values,
    change: (changes: Partial<TypedValues>) => setValues((before) => ({ ...before, ...changes })),
    pictures,
    errors,
    refusal,
    conflict,
    saving,
    isChanged,
    save,
    addFiles,
    /** Without unsaved changes, the form shows the chosen version as soon as it is saved. */
    expectChoice: () => {
      hasChosen.current = true
    },
    keepMine: () => conflict && choose(conflict.theirs),
    takeTheirs: () => {
      if (!conflict) return
      setValues(valuesOf(conflict.theirs))
      pictures.reset(conflict.theirs.pictures)
      choose(conflict.theirs)
    },
  }
}

function formOf(product: StaffProduct): FormValues {
  return { ...valuesOf(product), pictures: product.pictures.map(storedPicture) }
}

function firstValues(task: ProductTask): TypedValues {
  if (task.kind === 'edit') return valuesOf(task.product)
  if (task.copyOf === null) return EMPTY
  return { ...valuesOf(task.copyOf), codes: [], name: `${task.copyOf.name} (copy)` }
}
