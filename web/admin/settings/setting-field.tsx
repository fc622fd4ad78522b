import { useId } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { StoredFilm } from '#domain/settings/film.ts'
import type { BrandColors } from '#domain/settings/brand/palette.ts'
import type { MenuLink } from '#domain/settings/menus.ts'
import type { HomeSection } from '#domain/settings/home-sections.ts'
import type { HomePicture } from '#domain/settings/home-page.ts'
import type { PictureView } from '#web/page.ts'
import Checkbox from '#web/ui/checkbox.tsx'
import Select from '#web/ui/select.tsx'
import Field, { describedBy, FieldFrame } from '#web/ui/field.tsx'
import field from '#web/ui/field.module.css'
import CategoriesEditor from './categories/categories-editor.tsx'
import type { TypedCategory } from './categories/typed-category.ts'
import type { Mark } from '#domain/settings/brand/mark.ts'
import MarkField from './brand/mark-field.tsx'
import ColorField from './brand/color-field.tsx'
import FilmField from './media/film-field.tsx'
import LinksField from './links-field.tsx'
import PictureField from './media/picture-field.tsx'
import ProductChoice from './product-choice.tsx'
import SectionsField from './sections/sections-field.tsx'
import type { SectionChoices } from './sections/section-words.ts'
import type { SettingField as FieldOfSetting } from '#domain/settings/setting.ts'

interface Props {
  name: string
  how: FieldOfSetting
  /** The variable of the environment that decides the field, and its value. */
  fixed: { variable: string; value: string } | undefined
  value: unknown
  /** The whole setting as it is typed. */
  typed: Readonly<Record<string, unknown>>
  error: string | undefined
  /** What is wrong within the value, by its place: `categories/0/label`. */
  faults: Readonly<Record<string, string>>
  products: Readonly<Record<string, string>>
  /** Pages of the shop that a link can lead to. */
  places: readonly MenuLink[]
  /** What sections of the home page can show. */
  choices: SectionChoices
  files: SettingFiles
  onType: (value: unknown) => void
}

/** What a form with pictures and films knows of them. */
export interface SettingFiles {
  /** The pictures that are known, by their keys. */
  pictures: Readonly<Record<string, PictureView>>
  /** Another one is known. */
  onPicture: (key: string, view: PictureView) => void
  /** The store of the pictures when it keeps no films. */
  keepsNoFilms: string | null
}

const INPUTS = {
  line: {},
  email: { type: 'email', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
  phone: { type: 'tel', autoComplete: 'off' },
  address: { inputMode: 'url', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
} as const

/** One field of a setting; fixed where a variable of the environment decides it. */
export default function SettingField(props: Props) {
  const { name, how, fixed, typed, value, error, faults, products, places, files, onType } = props
  const id = useId()
  const hydrated = useHydrated()
  const { label, kind, rows = 4 } = how
  if (kind === 'products') {
    const ids = Array.isArray(value) ? (value as string[]) : []
    return <ProductChoice {...{ label, error, products, ids }} hint={how.hint} onChange={onType} />
  }
  if (kind === 'categories') {
    const categories = Array.isArray(value) ? (value as TypedCategory[]) : []
    return <CategoriesEditor {...{ label, error, faults, categories }} onChange={onType} />
  }
  if (kind === 'links') {
    const links = (value ?? []) as MenuLink[]
    return <LinksField {...{ name, label, error, faults, links, places }} hint={how.hint} onChange={onType} />
  }
  if (kind === 'sections') {
    const sections = (value ?? []) as HomeSection[]
    return (
      <SectionsField
        {...{ name, label, error, faults, sections, products }}
        {...files}
        choices={props.choices}
        hint={how.hint}
        onChange={onType}
      />
    )
  }
  if (kind === 'picture') {
    const picture = (value ?? null) as HomePicture | null
    const view = files.pictures[picture?.key ?? '']
    const { onPicture } = files
    return (
      <PictureField
        {...{ label, error, view, onPicture }}
        sharp={how.sharp}
        hint={how.hint ?? ''}
        value={picture}
        onChange={onType}
      />
    )
  }
  if (kind === 'mark') {
    const mark = (value ?? null) as Mark | null
    const { onPicture, pictures } = files
    return (
      <MarkField
        {...{ label, error, onPicture }}
        hint={how.hint ?? ''}
        value={mark}
        view={mark && 'key' in mark ? pictures[mark.key] : undefined}
        isForDark={name === 'wordmarkOnDark'}
        onChange={onType}
      />
    )
  }
  if (kind === 'film') {
    const film = (value ?? null) as StoredFilm | null
    const { keepsNoFilms } = files
    return (
      <FilmField {...{ label, error, keepsNoFilms }} hint={how.hint ?? ''} value={film} onChange={onType} />
    )
  }
  if (kind === 'yes') {
    return (
      <Checkbox checked={value === true} onChange={({ target }) => onType(target.checked)}>
        {how.hint ?? label}
      </Checkbox>
    )
  }
  if (kind === 'color') {
    const colors = typed as unknown as BrandColors
    return <ColorField {...{ name, label, error, onType }} hint={how.hint} typed={colors} />
  }
  if (kind === 'choice') {
    return (
      <Select
        {...{ label, error }}
        hint={how.hint}
        value={String(value)}
        onChange={({ target }) => onType(target.value)}
      >
        {Object.entries(how.choices ?? {}).map(([choice, called]) => (
          <option key={choice} value={choice}>
            {called}
          </option>
        ))}
      </Select>
    )
  }
  const text = fixed?.value ?? String(value ?? '')
  const hint = fixed
    ? `Set by ${fixed.variable} on the server, which overrides what is saved here.`
    : how.hint
  const typing = { value: text, readOnly: fixed !== undefined }
  if (kind === 'lines') {
    return (
      <FieldFrame id={id} label={label} error={error} hint={hint} className={undefined}>
        <textarea
          id={id}
          className={field.input}
          rows={rows}
          {...describedBy(id, error, hint)}
          {...typing}
          onChange={({ target }) => onType(target.value)}
        />
      </FieldFrame>
    )
  }
  if (kind === 'time-zone') {
    return (
      <>
        <Field
          label={label}
          error={error}
          hint={hint}
          list={`${id}-zones`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...typing}
          onChange={({ target }) => onType(target.value)}
        />
        <datalist id={`${id}-zones`}>
          {hydrated &&
            Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
        </datalist>
      </>
    )
  }
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      {...INPUTS[kind]}
      {...typing}
      onChange={({ target }) => onType(target.value)}
    />
  )
}
