import { useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import form from '#web/admin/form.module.css'
import Button from '#web/ui/button.tsx'
import type { ConnectionView } from '#web/views/connections/connection-view.ts'
import styles from './connections-page.module.css'
import SetUpForm from './set-up-form.tsx'
import StatusCard, { Failure, Trying } from './status-card.tsx'

const STATE_LABELS: Record<ConnectionView['state'], string> = {
  'built-in': 'Built in',
  unused: 'Not used yet',
  works: 'Working',
  fails: 'Failing',
}

interface ConnectionCardProps {
  connection: ConnectionView
  needsPassword: boolean
  onTried: (connection: ConnectionView) => void
}

/** One need of the shop, with a button that tests its supplier. */
export default function ConnectionCard({ connection, needsPassword, onTried }: ConnectionCardProps) {
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState('')
  const [isSettingUp, setSettingUp] = useState(false)
  const { need, title, supplier, setBy, usedFor, state, words, lastFailure, setUp } = connection

  async function testConnection() {
    setBusy(true)
    setResult('')
    const answer = await call('POST /api/staff/connections/:need/try', { params: { need } })
    setBusy(false)
    if (answer.kind === 'done') {
      onTried(answer.value.connection)
      setResult(`${answer.value.works ? 'It works.' : 'It is not working.'} ${answer.value.words}`)
    } else if (answer.code === 'signed-out') window.location.replace('/admin')
    else setResult(answer.title ?? 'The test could not be run. Please try again.')
  }

  return (
    <StatusCard id={`need-${need}`} title={title} state={state} label={STATE_LABELS[state]}>
      <p className={styles.supplier}>{supplier}</p>
      <p>{words}</p>
      {lastFailure !== null && !result.endsWith(lastFailure) && (
        <Failure>
          {state === 'fails' ? 'Error: ' : 'Last error: '}
          {lastFailure}
        </Failure>
      )}
      <p className={styles.quiet}>Used for {usedFor}.</p>
      {setBy !== '' && <p className={styles.quiet}>Set on the server by {setBy}.</p>}
      {state !== 'built-in' && (
        <Trying>
          <Button
            tone="plain"
            className={form.small}
            aria-disabled={isBusy}
            onClick={() => {
              if (!isBusy) void testConnection()
            }}
          >
            {isBusy ? 'Testing...' : 'Test now'}
            <span className="visually-hidden">: {title}</span>
          </Button>
          <p role="status" className={styles.result}>
            {isBusy ? `Testing ${supplier}...` : result}
          </p>
        </Trying>
      )}
      {setUp !== null &&
        (isSettingUp ? (
          <SetUpForm
            need={need}
            title={title}
            setUp={setUp}
            needsPassword={needsPassword}
            onClose={() => setSettingUp(false)}
          />
        ) : (
          <Trying>
            <Button tone="plain" className={form.small} onClick={() => setSettingUp(true)}>
              {setUp.supplier === '' ? 'Set up' : 'Change'}
              <span className="visually-hidden">: {title}</span>
            </Button>
          </Trying>
        ))}
    </StatusCard>
  )
}
