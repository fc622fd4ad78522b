import { useRef, useState, useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { isSame, storedPicture, valuesOf, type FormValues } from '#web/admin/products/product-values.ts'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import type { Conflict } from './conflict-notice.tsx'
import { fetchProduct } from '#web/admin/products/product-requests.ts'
import { useCatalogChanges } from './use-catalog-changes.ts'

/** Every save and every sale is announced; announcements within this time cause one request. */
const DEBOUNCE_MS = 250

interface FormParts {
  saving: boolean
  /** Pictures are still being sent. */
  isSending: boolean
  /** Shows the fields of a version. */
  show: (version: StaffProduct) => void
  /** Shows what was typed here since `before`, and their version where nothing was. */
  keep: (theirs: StaffProduct, before: FormValues) => void
  focusFirst: () => void
}

/**
 * The stored version that the form changes, and what happens when others save another one. `first`: null for
 * a new product. `typed`: what the form has now.
 */
export function useStoredVersion(
  first: StaffProduct | null,
  typed: FormValues,
  { saving, isSending, show, keep, focusFirst }: FormParts,
) {
  const [base, setBase] = useState(first)
  const [clean, setClean] = useState(typed)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  /** This member has just chosen between two versions: the next saved version is the one that they chose. */
  const hasChosen = useRef(false)
  const isChanged = () => isSending || !isSame(typed, clean)

  /** Continues from another member's version, with what is typed here or with theirs. */
  function goOnFrom(theirs: StaffProduct) {
    setBase(theirs)
    setClean(formOf(theirs))
    setConflict(null)
  }

  /** Closes the notice; the focus moves from it to the first field. */
  function choose(theirs: StaffProduct) {
    flushSync(() => goOnFrom(theirs))
    focusFirst()
  }

  useOthersChanges(base, saving, (theirs) => {
    if (theirs.archivedAt === null && isSame(formOf(theirs), typed)) return goOnFrom(theirs)
    if (theirs.archivedAt === null && hasChosen.current && !isChanged()) {
      hasChosen.current = false
      show(theirs)
      return goOnFrom(theirs)
    }
    setConflict((before) =>
      before && before.theirs.version >= theirs.version
        ? before
        : { theirs, refused: before?.refused ?? false },
    )
  })

  return {
    base,
    conflict,
    isChanged,
    /** Saving was refused, because another member saved this version first. */
    refuse: (theirs: StaffProduct) => setConflict({ theirs, refused: true }),
    /** Without unsaved changes, the form shows the chosen version as soon as it is saved. */
    expectChoice: () => {
      hasChosen.current = true
    },
    keepMine: () => {
      if (!conflict) return
      keep(conflict.theirs, clean)
      choose(conflict.theirs)
    },
    takeTheirs: () => {
      if (!conflict) return
      show(conflict.theirs)
      choose(conflict.theirs)
    },
  }
}

function formOf(product: StaffProduct): FormValues {
  return { ...valuesOf(product), pictures: product.pictures.map(storedPicture) }
}

/**
 * Calls `onChange` when another member saves or deletes the product that is open in the form, with what it is now.
 * While the form itself is saving (`busy`), nothing is requested, and an earlier answer is ignored.
 */
function useOthersChanges(
  open: Pick<StaffProduct, 'id' | 'version'> | null,
  busy: boolean,
  onChange: (theirs: StaffProduct) => void,
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const answered = useEffectEvent((theirs: StaffProduct) => {
    if (!busy && open?.id === theirs.id && theirs.version > open.version) onChange(theirs)
  })

  async function look(id: string) {
    const answer = await fetchProduct(id)
    if (answer.kind === 'done') answered(answer.value)
  }

  const lookSoon = useEffectEvent(() => {
    clearTimeout(timer.current)
    if (open !== null && !busy) timer.current = setTimeout(() => void look(open.id), DEBOUNCE_MS)
  })
  useCatalogChanges(() => lookSoon())
  useEffect(() => {
    if (!busy) lookSoon() // for what was missed while it was saving
    return () => clearTimeout(timer.current)
  }, [busy])
}
