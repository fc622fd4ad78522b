import type { ShopCategory } from '#domain/catalog/category.ts'
import type { MenuLink } from '#domain/settings/menus.ts'
import type { Setting } from '#domain/settings/setting.ts'
import { SPOKEN_LANGUAGES } from '#domain/settings/languages.ts'
import { kindOf } from '#domain/translations/translation.ts'
import TranslationLink, { TranslationSummary } from '#web/admin/translations/translation-link.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import styles from '#web/admin/document/document.module.css'
import DocumentHistory, {
  OldVersion,
  usePageProps,
  type VersionsProps,
} from '#web/admin/document/document-history.tsx'
import type { PictureView } from '#web/page.ts'
import MergeCategories from './categories/merge-categories.tsx'
import type { SectionChoices } from './sections/section-words.ts'
import SettingForm from './setting-form.tsx'
import SettingPreview from './setting-preview.tsx'
import { actionsOf, useSetting, type SettingValue } from './use-setting.ts'

export interface SettingPageProps extends VersionsProps<SettingValue> {
  frame: StaffFrameProps
  name: string
  label: string
  lead: string
  seenAt: string | undefined
  fields: Setting<SettingValue>['fields']
  /** The labels of the fields. */
  labels: Readonly<Record<string, string>>
  /** The fields that a variable of the environment decides. */
  fixed: Readonly<Record<string, { variable: string; value: string }>>
  /** The names of the products that a version has chosen, by their ids. */
  products: Readonly<Record<string, string>>
  /** Pages of the shop that a link can lead to. */
  places: readonly MenuLink[]
  /** What sections of the home page can show. */
  choices: SectionChoices
  /** The pictures that a version has, by their keys. */
  pictures: Readonly<Record<string, PictureView>>
  /** The store of the pictures when it keeps no films. */
  keepsNoFilms: string | null
}

/** One setting: its form with a preview, and its history. */
export default function SettingPage(props: SettingPageProps) {
  const { frame, name, label, lead, seenAt, fields, labels, saved, old, fixed, places, choices } = props
  const address = `/admin/settings/${name}`
  const [past, readAgain] = usePageProps(address, props)
  const setting = useSetting(saved, readAgain, actionsOf(name))

  const products = { ...props.products, ...past.products }
  const pictures = { ...props.pictures, ...past.pictures }
  return (
    <StaffFrame frame={frame} title={label} here="/admin/settings">
      <p className={styles.lead}>
        {lead} <a href="/admin/settings">All settings</a>
      </p>
      {name === SPOKEN_LANGUAGES.name && <TranslationSummary key={past.saved.version} />}
      {kindOf(name) !== null && <TranslationLink key={past.saved.version} subject={name} />}
      <div className={styles.page}>
        {old && (
          <OldVersion address={address} document={setting} version={old.version}>
            <SettingPreview {...{ name, labels, products, pictures, choices }} value={old.value} />
          </OldVersion>
        )}
        <SettingForm
          {...{ name, seenAt, fields, labels, fixed, setting, products, places, choices, pictures }}
          keepsNoFilms={props.keepsNoFilms}
        />
        {name === 'categories' && (
          <MergeCategories
            key={past.saved.version}
            version={past.saved.version}
            categories={past.saved.value['categories'] as ShopCategory[]}
            onMerged={() => location.reload()}
          />
        )}
        <DocumentHistory address={address} page={past} document={setting} />
      </div>
    </StaffFrame>
  )
}
