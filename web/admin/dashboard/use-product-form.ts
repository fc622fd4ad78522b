import { useEffect, useEffectEvent, useState, type ClipboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { checkProductForm, type ProductErrors } from '#domain/product-form.ts'
import { showToast } from '#web/ui/toast.tsx'
import { askToSave } from './ask-products.ts'
import { MESSAGES, tableStoreMessage } from './messages.ts'
import type { ProductTask } from './product-dialog.tsx'
import {
  EMPTY,
  isSame,
  storedPicture,
  valuesOf,
  type FormValues,
  type TypedValues,
} from './product-values.ts'
import type { StaffProduct } from './staff-product.ts'
import { usePictures } from './use-pictures.ts'

/** The product form while it is open: what was typed, what is wrong with it, and how saving went. */
export function useProductForm(
  task: ProductTask,
  element: RefObject<HTMLFormElement | null>,
  onSaved: (product: StaffProduct) => void,
) {
  const [base, setBase] = useState(task.kind === 'edit' ? task.product : null)
  const source = task.kind === 'edit' ? task.product : task.copyOf
  const [values, setValues] = useState<TypedValues>(() => firstValues(task))
  const pictures = usePictures(source?.pictures ?? [])
  const all: FormValues = { ...values, pictures: pictures.stored.map(storedPicture) }
  const [clean, setClean] = useState(all)
  const [errors, setErrors] = useState<ProductErrors>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [conflict, setConflict] = useState<StaffProduct | null>(null)
  const [saving, setSaving] = useState(false)

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
    element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }

  function fail(message: string) {
    setRefusal(message)
    showToast('error', MESSAGES.saveFailed, 5_000)
  }

  async function save() {
    if (saving || pictures.isSending) return
    setRefusal(null)
    const checked = checkProductForm(all)
    if ('errors' in checked) return showErrors(checked.errors)
    if (pictures.hasRefused) {
      return showErrors({ pictures: 'Some pictures could not be stored. Try them again, or remove them.' })
    }
    setErrors({})
    setSaving(true)
    const answer = await askToSave(all, base)
    if (answer.kind === 'done') return onSaved(answer.value)
    setSaving(false)
    if (answer.code === 'invalid-request') return showErrors(answer.fields)
    if (answer.code === 'changed-meanwhile' && answer.current) return setConflict(answer.current)
    if (answer.code === 'signed-out') return fail(MESSAGES.signedOut)
    if (answer.code === 'not-found') return fail(MESSAGES.gone)
    fail(tableStoreMessage(answer) ?? MESSAGES.saveFailed)
  }

  /** Goes on from somebody else's version, with what is typed here or with theirs. */
  function goOnFrom(theirs: StaffProduct) {
    setBase(theirs)
    setClean({ ...valuesOf(theirs), pictures: theirs.pictures.map(storedPicture) })
    setConflict(null)
    element.current?.querySelector<HTMLElement>('input')?.focus()
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'))
    if (files.length === 0 || saving) return
    event.preventDefault()
    pictures.add(files)
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
    paste,
    keepMine: () => conflict && goOnFrom(conflict),
    takeTheirs: () => {
      if (!conflict) return
      setValues(valuesOf(conflict))
      pictures.reset(conflict.pictures)
      goOnFrom(conflict)
    },
  }
}

function firstValues(task: ProductTask): TypedValues {
  if (task.kind === 'edit') return valuesOf(task.product)
  if (task.copyOf === null) return EMPTY
  return { ...valuesOf(task.copyOf), name: `${task.copyOf.name} (copy)` }
}
