import { useState } from 'react'
import type { ShopCategory } from '#domain/catalog/category.ts'
import { call, type AnsweredValue } from '#web/admin/call-staff-api.ts'
import parts from '#web/admin/settings/parts.module.css'
import Button from '#web/ui/button.tsx'
import Select from '#web/ui/select.tsx'
import { showToast } from '#web/ui/toast.tsx'

interface Props {
  version: number
  categories: readonly ShopCategory[]
  onMerged: () => void
}

const FAILED = 'The categories could not be merged. Please try again.'

/** Merges one saved category into another one, once it was said what moves. */
export default function MergeCategories({ version, categories, onMerged }: Props) {
  const [from, setFrom] = useState('')
  const [into, setInto] = useState('')
  const [uses, setUses] = useState<AnsweredValue<'POST /api/staff/categories/merge'> | null>(null)
  const [busy, setBusy] = useState(false)
  const nameOf = (value: string) => categories.find((one) => one.value === value)?.label ?? value

  async function merge(isTrial: boolean) {
    setBusy(true)
    const answer = await call('POST /api/staff/categories/merge', { body: { version, from, into, isTrial } })
    setBusy(false)
    if (answer.kind === 'refused') {
      showToast('error', answer.title ?? FAILED, 6_000)
      return
    }
    if (isTrial) {
      setUses(answer.value)
      return
    }
    showToast('success', `${nameOf(from)} merged into ${nameOf(into)}`)
    choose('', '')
    onMerged()
  }

  function choose(one: string, other: string) {
    setFrom(one)
    setInto(other)
    setUses(null)
  }

  return (
    <fieldset className={parts.group} disabled={busy}>
      <legend>Merge two categories</legend>
      <p className={parts.hint}>
        Everything that names the first one moves to the second, and the first one is removed. This cannot be
        undone. Save what you changed above before.
      </p>
      <Select label="Merge" value={from} onChange={({ target }) => choose(target.value, into)}>
        <Options categories={categories} />
      </Select>
      <Select label="Into" value={into} onChange={({ target }) => choose(from, target.value)}>
        <Options categories={categories.filter(({ value }) => value !== from)} />
      </Select>
      <p role="status" className={parts.hint}>
        {uses && usesWords(uses, nameOf(into))}
      </p>
      <div>
        <Button
          tone="plain"
          disabled={from === '' || into === '' || from === into}
          onClick={() => void merge(uses === null)}
        >
          {uses === null ? 'See what would move' : `Merge ${nameOf(from)} into ${nameOf(into)}`}
        </Button>
      </div>
    </fieldset>
  )
}

function Options({ categories }: Pick<Props, 'categories'>) {
  return (
    <>
      <option value="">Choose</option>
      {categories.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  )
}

function usesWords(
  { products, ...named }: AnsweredValue<'POST /api/staff/categories/merge'>,
  into: string,
): string {
  const what = [
    `${products.toLocaleString('en-CA')} ${products === 1 ? 'product' : 'products'}, including deleted ones`,
    ...Object.entries(named).flatMap(([kind, names]) =>
      names.length === 0 ? [] : [`${kind}: ${names.join(', ')}`],
    ),
  ]
  return `To ${into} would move: ${what.join('; ')}.`
}
