import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import {
  TOPIC_NAMES,
  WEBHOOK_TOPICS,
  type EndpointState,
  type WebhookTopic,
} from '#domain/webhooks/topics.ts'
import { call, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import cards from '#web/admin/connections/status-card.module.css'
import keys from '#web/admin/keys/key-form.module.css'
import { useLivePage } from '#web/admin/list/use-live-page.ts'
import people from '#web/admin/people/people-page.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import Notice from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './webhooks.module.css'

/** A message in the log. `state`: what came of it, in words. */
export interface ListedMessage {
  number: number
  topic: string
  at: string
  state: string
  isDone: boolean
  body: string | null
  answer: string | null
}

interface ListedEndpoint {
  id: string
  url: string
  topics: WebhookTopic[]
  state: EndpointState
  waiting: number
  messages: ListedMessage[]
}

export interface WebhooksPageProps {
  frame: StaffFrameProps
  endpoints: ListedEndpoint[]
}

const STATE_WORDS: Readonly<Record<EndpointState, string>> = { on: 'On', paused: 'Paused', off: 'Off' }
const UNCLEAR = 'It’s not clear whether this worked. Reload the page to check.'

/** Which programs are told what happens in the shop, and what they were told. */
export default function WebhooksPage(first: WebhooksPageProps) {
  const { props, refresh } = useLivePage(first)
  const { frame, endpoints } = props
  const shown = useRef<HTMLElement>(null)
  const [secret, setSecret] = useState<string | null>(null)
  useEffect(() => {
    if (secret !== null) shown.current?.focus()
  }, [secret])
  const reveal = (made: string | null) => {
    if (made !== null) setSecret(made)
    refresh()
  }

  return (
    <StaffFrame frame={frame} title="Webhooks" here="/admin/webhooks">
      <p className={styles.lead}>
        Other programs, such as those of a warehouse or a bookkeeper, are told what happens in the shop.{' '}
        <a href="/api/openapi.json">What is sent</a> is signed by Standard Webhooks, and names no customer.
      </p>
      {secret !== null && (
        <Notice>
          <p>Copy the secret now: it is shown this once.</p>
          <code ref={shown} tabIndex={-1} className={keys.secret} translate="no">
            {secret}
          </code>
          <Button
            tone="plain"
            onClick={() =>
              void navigator.clipboard
                .writeText(secret)
                .then(() => showToast('success', 'The secret is copied.'))
            }
          >
            Copy secret
          </Button>
        </Notice>
      )}
      <div className={styles.endpoints}>
        {endpoints.map((endpoint) => (
          <Endpoint key={endpoint.id} endpoint={endpoint} onChange={reveal} />
        ))}
        <section className={people.section} aria-labelledby="new-webhook">
          <h2 id="new-webhook">New webhook</h2>
          <EndpointForm onSaved={reveal} />
        </section>
      </div>
    </StaffFrame>
  )
}

function Endpoint({
  endpoint,
  onChange,
}: {
  endpoint: ListedEndpoint
  onChange: (secret: string | null) => void
}) {
  const { id, url, topics, state, waiting, messages } = endpoint
  const heading = useRef<HTMLHeadingElement>(null)
  const [busy, setBusy] = useState(false)
  const [asks, setAsks] = useState(false)
  const params = { id }

  /** Runs one call at a time, and says what came of it. */
  async function run<Value>(
    work: () => Promise<StaffAnswer<Value, unknown>>,
    done: (value: Value) => string,
    secretOf: (value: Value) => string | null = () => null,
  ) {
    setBusy(true)
    const answer = await work()
    setBusy(false)
    setAsks(false)
    if (answer.kind !== 'done') {
      if (answer.code === 'signed-out') return window.location.replace('/admin')
      return showToast('error', answer.title ?? UNCLEAR)
    }
    showToast('success', done(answer.value))
    heading.current?.focus()
    onChange(secretOf(answer.value))
  }

  return (
    <section className={people.section} aria-labelledby={id}>
      <div className={cards.heading}>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles.address}>
          {url}
        </h2>
        <span
          className={cards.state}
          data-state={state === 'paused' ? 'fails' : state === 'on' ? 'works' : ''}
        >
          {STATE_WORDS[state]}
        </span>
      </div>
      {state === 'paused' && (
        <p>
          A message could not be delivered for three days. What waits is sent when the webhook is on again.
        </p>
      )}
      <p className={people.quiet}>
        {topics.length === TOPIC_NAMES.length ? 'Everything' : topics.join(', ')}
        {waiting > 0 && ` · ${waiting === 1 ? '1 message waits' : `${waiting} messages wait`}`}
      </p>
      <div className={cards.trying}>
        <Button
          tone="plain"
          disabled={busy}
          aria-label={`Test ${url}`}
          onClick={() =>
            void run(
              () => call('POST /api/staff/webhooks/:id/test', { params }),
              ({ hasArrived }) =>
                hasArrived ? 'The test arrived.' : 'The test did not arrive: see the log.',
            )
          }
        >
          Test
        </Button>
        <Button
          tone="plain"
          disabled={busy}
          aria-label={`${state === 'on' ? 'Turn off' : 'Turn on'} ${url}`}
          onClick={() =>
            void run(
              () =>
                call('PUT /api/staff/webhooks/:id', { params, body: { url, topics, isOn: state !== 'on' } }),
              (saved) => (saved.state === 'on' ? 'The webhook is on.' : 'The webhook is off.'),
            )
          }
        >
          {state === 'on' ? 'Turn off' : 'Turn on'}
        </Button>
        <Button
          tone="plain"
          disabled={busy}
          aria-label={`New secret for ${url}`}
          onClick={() =>
            void run(
              () => call('POST /api/staff/webhooks/:id/secret', { params }),
              () => 'For a day, the secret before signs too.',
              ({ secret }) => secret,
            )
          }
        >
          New secret
        </Button>
        <Button tone="plain" disabled={busy} aria-label={`Delete ${url}`} onClick={() => setAsks(true)}>
          Delete
        </Button>
      </div>
      <details>
        <summary className={styles.summary}>Change</summary>
        <EndpointForm endpoint={endpoint} onSaved={onChange} />
      </details>
      <details>
        <summary className={styles.summary}>Log</summary>
        {messages.length === 0 ? (
          <p className={people.quiet}>No messages in the last 30 days.</p>
        ) : (
          <ol className={styles.log}>
            {messages.map((message) => (
              <li key={message.number}>
                <p>
                  <strong>{message.topic}</strong>{' '}
                  <span className={people.quiet}>
                    {message.at} · {message.state}
                  </span>
                </p>
                {message.body !== null && (
                  <details>
                    <summary className={styles.summary}>What was sent and answered</summary>
                    <pre className={styles.body}>{message.body}</pre>
                    <pre className={styles.body}>{message.answer || 'An empty answer.'}</pre>
                  </details>
                )}
                {message.isDone && (
                  <Button
                    tone="plain"
                    disabled={busy}
                    aria-label={`Send again: ${message.topic} of ${message.at}`}
                    onClick={() =>
                      void run(
                        () =>
                          call('POST /api/staff/webhooks/:id/messages/:message/again', {
                            params: { id, message: String(message.number) },
                          }),
                        () => 'It is sent again.',
                      )
                    }
                  >
                    Send again
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </details>
      {asks && (
        <ConfirmDialog
          question="Delete this webhook?"
          detail={`${url} is told nothing any more, and its log is deleted.`}
          yes="Delete"
          no="Cancel"
          busy={busy}
          onYes={() =>
            void run(
              () => call('POST /api/staff/webhooks/:id/delete', { params }),
              () => 'The webhook is deleted.',
            )
          }
          onNo={() => setAsks(false)}
        />
      )}
    </section>
  )
}

/** Adds an endpoint, or changes the one that is given. */
function EndpointForm({
  endpoint,
  onSaved,
}: {
  endpoint?: ListedEndpoint
  onSaved: (secret: string | null) => void
}) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [topics, setTopics] = useState<readonly WebhookTopic[]>(endpoint?.topics ?? TOPIC_NAMES)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const body = { url, topics: [...topics], isOn: endpoint?.state !== 'off' }
    const answer = endpoint
      ? await call('PUT /api/staff/webhooks/:id', { params: { id: endpoint.id }, body })
      : await call('POST /api/staff/webhooks', { body })
    setBusy(false)
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    if (answer.kind === 'refused') {
      setErrors(answer.fields)
      return setRefusal(Object.keys(answer.fields).length > 0 ? null : (answer.title ?? UNCLEAR))
    }
    setErrors({})
    setRefusal(null)
    if (!endpoint) setUrl('')
    showToast('success', endpoint ? 'The webhook is saved.' : 'The webhook is added.')
    onSaved('secret' in answer.value ? answer.value.secret : null)
  }

  return (
    <form className={people.invite} method="post" noValidate onSubmit={(event) => void save(event)}>
      <Field
        label="Address"
        name="url"
        type="url"
        placeholder="https://warehouse.example/hooks"
        autoComplete="off"
        autoCapitalize="none"
        error={errors['url']}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <fieldset className={keys.permissions}>
        <legend>It is told when</legend>
        {TOPIC_NAMES.map((topic) => (
          <Checkbox
            key={topic}
            checked={topics.includes(topic)}
            onChange={({ target }) =>
              setTopics((all) =>
                TOPIC_NAMES.filter((one) => (one === topic ? target.checked : all.includes(one))),
              )
            }
          >
            {WEBHOOK_TOPICS[topic]}
          </Checkbox>
        ))}
      </fieldset>
      {errors['topics'] && (
        <p className={keys.wrong} role="alert">
          {errors['topics']}
        </p>
      )}
      <RefusalBlock message={refusal} />
      <Button type="submit" className={people.send} disabled={busy}>
        {endpoint ? 'Save' : 'Add webhook'}
      </Button>
    </form>
  )
}
