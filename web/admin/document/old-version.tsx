import type { SettingVersion } from '#domain/settings/setting.ts'
import type { PictureView } from '#web/page.ts'
import Button from '#web/ui/button.tsx'
import SettingPreview from '#web/admin/settings/setting-preview.tsx'
import styles from './document.module.css'
import type { SettingValue } from '#web/admin/settings/use-setting.ts'

interface Props {
  name: string
  labels: Readonly<Record<string, string>>
  old: SettingVersion<SettingValue>
  products: Readonly<Record<string, string>>
  pictures: Readonly<Record<string, PictureView>>
  canRestore: boolean
  onRestore: () => void
}

/** An older version of a setting, as shoppers saw it. */
export default function OldVersion(props: Props) {
  const { name, labels, old, products, pictures, canRestore, onRestore } = props
  const { version, value } = old
  return (
    <section className={`${styles.section} ${styles.wide}`} aria-labelledby="old">
      <h2 id="old">{version === 0 ? 'The default' : `Version ${version}`}</h2>
      <SettingPreview {...{ name, labels, value, products, pictures }} />
      <div className={styles.buttons}>
        <Button tone="plain" disabled={!canRestore} onClick={onRestore}>
          Restore this version
        </Button>
        <a href={`/admin/settings/${name}`} className={styles.see}>
          Close
        </a>
      </div>
    </section>
  )
}
