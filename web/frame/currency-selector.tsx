import type { FrameProps } from '#web/page.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './currency-selector.module.css'

/** Prices are computed on the server, so a selection submits a form; without JavaScript a button submits it. */
export default function CurrencySelector({ frame }: { frame: FrameProps }) {
  const words = useWords('frame')
  const { currency, currencyChoices, currentPath, searchQuery } = frame
  return (
    <form id="currency-form" method="post" action="/currency" className={styles.selector}>
      <input type="hidden" name="return" value={returnPath(currentPath, searchQuery)} />
      <label htmlFor="currency" className="visually-hidden">
        {words.currency}
      </label>
      <select
        id="currency"
        name="currency"
        className={styles.select}
        defaultValue={currency}
        autoComplete="off"
        onChange={({ target }) => change(target)}
      >
        {currencyChoices.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </select>
    </form>
  )
}

/** Returns to exactly this page, such as the third page of the shop. */
function change({ form }: HTMLSelectElement): void {
  const back = form?.elements.namedItem('return')
  if (back instanceof HTMLInputElement) back.value = location.pathname + location.search
  form?.requestSubmit()
}

function returnPath(path: string, query: string): string {
  return query === '' ? path : `${path}?${new URLSearchParams({ q: query })}`
}
