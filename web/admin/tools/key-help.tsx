import { useId, useState } from 'react'
import Modal from '#web/admin/modal.tsx'
import modal from '#web/admin/modal.module.css'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import { enableSingleKeys, areSingleKeysEnabled, STAFF_KEYS } from './staff-keys.ts'
import styles from './staff-tools.module.css'

/** The keys of the staff area, and the switch for those without Ctrl. */
export default function KeyHelp({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [work, setWork] = useState(areSingleKeysEnabled)
  return (
    <Modal labelledBy={id} className={modal.small} onDismiss={onClose}>
      <div className={styles.help}>
        <h2 id={id}>Keys</h2>
        <table className={styles.table}>
          <caption className="visually-hidden">Keyboard shortcuts</caption>
          <tbody>
            {STAFF_KEYS.map(({ keys, does }) => (
              <tr key={does}>
                <th scope="row">
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </th>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Checkbox
          checked={work}
          onChange={({ target }) => {
            enableSingleKeys(target.checked)
            setWork(target.checked)
          }}
        >
          Use single-key shortcuts
        </Checkbox>
        <p className={styles.note}>
          Without them, Ctrl K still works, and this list is under “Keys” there. Hold Shift while you click to
          select a range.
        </p>
        <Button tone="plain" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  )
}
