import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import styles from '#web/admin/document/document.module.css'
import type { useSetting } from './use-setting.ts'

interface Props {
  setting: Pick<ReturnType<typeof useSetting>, 'busy' | 'isChanged' | 'refusal'>
  onDiscard: () => void
}

/** The end of a setting's form: why it was refused, and the buttons that save or discard what is typed. */
export default function SettingButtons({ setting: { busy, isChanged, refusal }, onDiscard }: Props) {
  return (
    <>
      <RefusalBlock message={refusal} />
      <div className={styles.buttons}>
        <Button type="submit" disabled={busy || !isChanged}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
        {isChanged && (
          <Button tone="plain" disabled={busy} onClick={onDiscard}>
            Discard changes
          </Button>
        )}
      </div>
    </>
  )
}
