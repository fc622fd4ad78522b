import { useEffect, useState, type RefObject, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { checkProductForm, type ProductErrors } from '#domain/catalog/product-form.ts'
import { useCategories } from '#web/admin/categories.ts'
import { showToast } from '#web/ui/toast.tsx'
import { requestSave } from './product-requests.ts'
import { MESSAGES, tableStoreMessage } from './messages.ts'
import {
  copyOf,
  EMPTY,
  mergedValues,
  storedPicture,
  valuesOf,
  withoutErrorsOf,
  type FormValues,
  type TypedValues,
} from './product-values.ts'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { useUnsavedWarning } from '#web/admin/tools/use-unsaved-warning.ts'
import { useStoredVersion } from './changes/use-stored-version.ts'
import { usePictures } from './pictures/use-pictures.ts'

/** What the modal is open for. */
export type ProductTask =
  | { kind: 'add'; copyOf: StaffProduct | null }
  /** `asked`: what a field is opened for, in words. */
  | { kind: 'edit'; product: StaffProduct; asked?: ProductErrors }

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
  const source = task.kind === 'edit' ? task.product : task.copyOf
  const [values, setValues] = useState<TypedValues>(() => firstValues(task))
  const pictures = usePictures(source?.pictures ?? [], pictureStore)
  const all: FormValues = { ...values, pictures: pictures.stored.map(storedPicture) }
  const [errors, setErrors] = useState<ProductErrors>((task.kind === 'edit' && task.asked) || {})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const stored = useStoredVersion(task.kind === 'edit' ? task.product : null, all, {
    saving,
    isSending: pictures.isSending,
    show(version) {
      setValues(valuesOf(version))
      setErrors({})
      pictures.reset(version.pictures)
    },
    keep: (theirs, before) => setValues((mine) => mergedValues(mine, before, valuesOf(theirs))),
    focusFirst: () => element.current?.querySelector<HTMLElement>('input')?.focus(),
  })
  const { base, conflict, isChanged, expectChoice, keepMine, takeTheirs } = stored
  useUnsavedWarning(isChanged)
  // A field that a link asks for: its group is open by now.
  useEffect(() => focusWrong(element.current), [element])

  /** Shows the errors, and moves the focus to the first of them. */
  function showErrors(wrong: ProductErrors) {
    flushSync(() => {
      setErrors(wrong)
      setSaving(false)
    })
    focusWrong(element.current)
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
    const answer = await requestSave(all, base)
    if (answer.kind === 'done') return onSaved(answer.value)
    setSaving(false)
    if (answer.code === 'invalid-request') return showErrors(answer.fields)
    if (answer.code === 'changed-meanwhile' && answer.current) {
      return stored.refuse(answer.current)
    }
    if (answer.code === 'signed-out') return fail(MESSAGES.signedOut)
    if (answer.code === 'not-found') return fail(MESSAGES.gone)
    fail(tableStoreMessage(answer) ?? MESSAGES.saveFailed)
  }

  /** Adds pictures that were pasted or dropped. Text that is pasted into a field with its picture stays text. */
  function addFiles(event: SyntheticEvent, { files, types }: DataTransfer) {
    const isTyping = event.type === 'paste' && (event.target as Element).matches('input, textarea')
    if (files.length === 0 || (isTyping && types.includes('text/plain'))) return
    event.preventDefault()
    if (!saving) pictures.add(files)
  }

  return {
    values,
    change(changes: Partial<TypedValues>) {
      setValues((before) => ({ ...before, ...changes }))
      setErrors((before) => withoutErrorsOf(before, changes))
    },
    pictures,
    errors,
    refusal,
    conflict,
    saving,
    isChanged,
    save,
    addFiles,
    expectChoice,
    keepMine,
    takeTheirs,
  }
}

/** Of a product without sizes, none of them is marked. */
function focusWrong(form: HTMLElement | null): void {
  const wrong = '[aria-invalid="true"], fieldset[aria-describedby$="-error"] input'
  form?.querySelector<HTMLElement>(wrong)?.focus()
}

function firstValues(task: ProductTask): TypedValues {
  if (task.kind === 'edit') return valuesOf(task.product)
  if (task.copyOf === null) return EMPTY
  return copyOf(task.copyOf)
}
