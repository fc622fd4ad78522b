import { useId, useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import Modal from '#web/admin/modal.tsx'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import ConflictNotice from './changes/conflict-notice.tsx'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import FieldGroups from './field-groups.tsx'
import type { MirrorStatus } from './mirror/use-mirror-status.ts'
import PictureFields from './pictures/picture-fields.tsx'
import styles from './product-dialog.module.css'
import ProductFields from './product-fields.tsx'
import SizeFields from './size-fields.tsx'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { useProductForm, type ProductTask } from './use-product-form.ts'
import Notice from '#web/ui/notice.tsx'
import ConflictVersions from './mirror/conflict-versions.tsx'

interface MirrorConflictProps {
  productId: string
  mirror: MirrorStatus
  onChoose: () => void
}

interface ProductDialogProps {
  task: ProductTask
  mirror?: MirrorStatus
  /** The service that stores pictures; null: the shop. */
  pictureStore: string | null
  onSaved: (product: StaffProduct) => void
  onClose: () => void
}

/** Spec 2 and 4: one modal for adding and editing. While it saves, its controls, Escape and the backdrop do nothing. */
export default function ProductDialog({ task, mirror, pictureStore, onSaved, onClose }: ProductDialogProps) {
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const form = useProductForm({ task, pictureStore, onSaved }, element)
  const [asking, setAsking] = useState(false)
  const { saving, pictures } = form

  function dismiss() {
    if (saving || asking) return
    if (form.isChanged()) setAsking(true)
    else onClose()
  }

  /** Closes the question before the form, so that the focus returns through both. */
  function discard() {
    flushSync(() => setAsking(false))
    onClose()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void form.save()
  }

  return (
    <Modal labelledBy={id} onDismiss={dismiss} className={styles.dialog}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the file field does the same */}
      <form
        ref={element}
        noValidate
        aria-busy={saving}
        onSubmit={submit}
        onPaste={(event) => form.addFiles(event, event.clipboardData)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => form.addFiles(event, event.dataTransfer)}
      >
        <header className={styles.header}>
          <h2 id={id}>{task.kind === 'add' ? 'Add New Product' : 'Edit Product'}</h2>
          <button
            type="button"
            className={styles.close}
            aria-label="Close"
            disabled={saving}
            onClick={dismiss}
          >
            <Icon path={icons.close} />
          </button>
        </header>
        <fieldset className={styles.notice} disabled={saving}>
          <legend className="visually-hidden">Changes to this product</legend>
          {task.kind === 'edit' && mirror && (
            <MirrorConflict productId={task.product.id} mirror={mirror} onChoose={form.expectChoice} />
          )}
          <ConflictNotice
            conflict={form.conflict}
            mine={{ ...form.values, pictures: pictures.stored }}
            onKeepMine={form.keepMine}
            onTakeTheirs={form.takeTheirs}
          />
        </fieldset>
        <fieldset className={styles.fields} disabled={saving}>
          <legend className="visually-hidden">Product</legend>
          <ProductFields
            id={task.kind === 'edit' ? task.product.id : null}
            values={form.values}
            errors={form.errors}
            onChange={form.change}
          />
          {!isGiftCard(form.values) && (
            <SizeFields values={form.values} error={form.errors.sizes} onChange={form.change} />
          )}
          <PictureFields pictures={pictures} error={form.errors.pictures} />
          <FieldGroups values={form.values} errors={form.errors} onChange={form.change} />
        </fieldset>
        <footer className={styles.footer}>
          <RefusalBlock message={form.refusal} />
          <p role="status" className={styles.sizeless}>
            {form.values.sizes.length === 0 &&
              'No size is selected: customers will see this product as out of stock.'}
          </p>
          <div className={styles.buttons}>
            <Button tone="plain" disabled={saving} onClick={dismiss}>
              Cancel
            </Button>
            <Button tone="red" type="submit" disabled={saving || pictures.isSending}>
              {saving ? 'Saving...' : pictures.isSending ? 'Uploading...' : 'Save'}
            </Button>
          </div>
        </footer>
      </form>
      {asking && (
        <ConfirmDialog
          question="Discard your changes?"
          detail="Your changes to this product haven’t been saved."
          yes="Discard"
          no="Keep editing"
          onYes={discard}
          onNo={() => setAsking(false)}
        />
      )}
    </Modal>
  )
}

/** The conflict of a product with the source of products, on its form. */
function MirrorConflict({ productId, mirror, onChoose }: MirrorConflictProps) {
  const { status, busy, choose } = mirror
  const conflict = status?.conflicts.find((one) => one.productId === productId)
  if (!status || !conflict) return null
  return (
    <Notice>
      <ConflictVersions
        label={status.label}
        conflict={conflict}
        busy={busy}
        onChoose={(take) => {
          onChoose()
          choose(conflict, take)
        }}
      />
    </Notice>
  )
}
