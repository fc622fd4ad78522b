import { useEffect, useRef, useState } from 'react'
import { solve } from '#domain/drops/work.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './room-page.module.css'

/** In a form: what its browser works out before it is sent. Without a script it is sent without. */
export default function Work({ task }: { task: string }) {
  const words = useWords('drop-work')
  const field = useRef<HTMLInputElement>(null)
  const [isWorking, setWorking] = useState(false)
  useEffect(() => {
    const form = field.current?.form
    if (!form) return
    let isBusy = false
    async function work(event: SubmitEvent) {
      event.preventDefault()
      if (isBusy) return
      isBusy = true
      setWorking(true)
      const answer = await solve(task, () => new Promise((done) => setTimeout(done)))
      if (field.current) field.current.value = `${task} ${answer}`
      form!.submit()
    }
    form.addEventListener('submit', work)
    return () => form.removeEventListener('submit', work)
  }, [task])
  return (
    <div className={styles.work}>
      <input ref={field} type="hidden" name="work" />
      <p role="status">{isWorking ? words.working : words.puzzle}</p>
      <noscript>
        <p>{words.without}</p>
      </noscript>
    </div>
  )
}
