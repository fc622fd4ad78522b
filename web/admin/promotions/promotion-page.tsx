import type { Promotion } from '#domain/promotions/promotion.ts'
import { CLASS_WORDS, PROMOTION_FIELDS, promotionWords, type PromotionNames } from './promotion-words.ts'
import { SettingConflict } from '#web/admin/document/document-conflict.tsx'
import DocumentForm from '#web/admin/document/document-form.tsx'
import { usePageProps } from '#web/admin/document/document-history.tsx'
import { faultAt } from '#web/admin/document/use-document.ts'
import { useOne } from '#web/admin/document/use-list.tsx'
import TranslationLink from '#web/admin/translations/translation-link.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import ConditionFields, { Lines } from './condition-fields.tsx'
import EffectFields from './effect-fields.tsx'
import { Choices } from './items-field.tsx'
import { draftOf, newPromotion, promotionOf, unchosenItems, type PromotionDraft } from './promotion-draft.ts'
import { NamesContext } from './promotion-names.ts'
import PromotionTrial from './promotion-trial.tsx'
import { PROMOTION_LIST, type Promotions } from './promotion-list.ts'
import SingleUseCodes from './single-use-codes.tsx'
import styles from './promotions.module.css'

export interface PromotionPageProps {
  frame: StaffFrameProps
  saved: Promotions
  /** Of the promotion, also while it is new. */
  id: string
  /** A new one begins as a copy of this one. */
  copied: Promotion | null
  names: PromotionNames
  singleUseCodes: number
}

/** One promotion: what it takes off, for whom and when. */
export default function PromotionPage(props: PromotionPageProps) {
  const { frame, saved, id, copied, names } = props
  const { timeZone } = names
  const [past, readAgain] = usePageProps(`/admin/promotions/${id}`, props)

  function firstDraft(own: Promotion | undefined): PromotionDraft {
    if (own) return draftOf(own, timeZone)
    return copied
      ? { ...draftOf(copied, timeZone), id, name: `Copy of ${copied.name}`, codes: '' }
      : newPromotion(id)
  }

  const { document, put, theirs } = useOne(
    PROMOTION_LIST,
    { id, saved },
    { draftOf: firstDraft, sentOf: (draft) => promotionOf(draft, timeZone), check: unchosenItems },
    readAgain,
  )
  const { draft, faults, conflict } = document
  const isSaved = past.saved.value.promotions.some((one) => one.id === id)
  return (
    <StaffFrame frame={frame} title={draft.name.trim() || 'New promotion'} here="/admin/promotions">
      <NamesContext value={names}>
        <p className={styles.lead}>
          <a href="/admin/promotions">All promotions</a>
        </p>
        <TranslationLink key={past.saved.version} subject={`promotion:${id}`} />
        <div className={styles.page}>
          <DocumentForm
            document={document}
            title="Promotion"
            legend="Promotion"
            conflict={
              conflict && (
                <SettingConflict
                  document={document}
                  labels={PROMOTION_FIELDS}
                  mine={promotionWords(conflict.mine as unknown as Promotion, names)}
                  theirs={theirs ? promotionWords(theirs, names) : DELETED}
                />
              )
            }
          >
            <Field
              label="Name"
              value={draft.name}
              maxLength={60}
              autoComplete="off"
              hint="Shoppers read it in the cart, in emails and on the order page."
              error={faults['name']}
              onChange={({ target }) => put({ name: target.value })}
            />
            <Select
              label="How it applies"
              value={draft.trigger}
              onChange={({ target }) => put({ trigger: target.value === 'automatic' ? 'automatic' : 'code' })}
            >
              <option value="code">With a code</option>
              <option value="automatic">By itself</option>
            </Select>
            {draft.trigger === 'code' && (
              <>
                <Lines
                  label="Codes"
                  hint="One on each line, such as DROP10. Case and spaces make no difference. Codes for one use are made below, once it is saved."
                  value={draft.codes}
                  error={faultAt(faults, 'codes')}
                  onChange={(codes) => put({ codes })}
                />
                <Field
                  label="Whose code it is"
                  value={draft.partner}
                  maxLength={60}
                  autoComplete="off"
                  placeholder="Nobody’s"
                  hint="A person or a partner, who can be sent a link to their own figures."
                  error={faults['partner']}
                  onChange={({ target }) => put({ partner: target.value })}
                />
              </>
            )}
            <h3 className={styles.heading}>What it takes off</h3>
            <EffectFields draft={draft} faults={faults} put={put} />
            <h3 className={styles.heading}>When</h3>
            <div className={styles.row}>
              <Moment
                label="From"
                value={draft.from}
                error={faults['conditions/from']}
                onChange={(from) => put({ from })}
              />
              <Moment
                label="Until"
                value={draft.until}
                error={faults['conditions/until']}
                onChange={(until) => put({ until })}
              />
            </div>
            <p className={styles.quiet}>
              In the shop’s time zone: {timeZone}. Empty: at once, and until you pause it.
            </p>
            <Checkbox checked={draft.isPaused} onChange={({ target }) => put({ isPaused: target.checked })}>
              Paused
            </Checkbox>
            <h3 className={styles.heading}>Conditions</h3>
            <ConditionFields draft={draft} faults={faults} put={put} />
            <h3 className={styles.heading}>Beside other promotions</h3>
            <Choices
              label="Combines with"
              hint="Two promotions are used together where each says that it combines with the other. A cart gets what takes off most."
              options={CLASS_WORDS}
              chosen={draft.combinesWith}
              onChange={(combinesWith) => put({ combinesWith })}
            />
          </DocumentForm>
          <div className={styles.aside}>
            <PromotionTrial promotion={() => promotionOf(draft, timeZone)} />
            {isSaved && draft.trigger === 'code' && (
              <SingleUseCodes id={id} made={past.singleUseCodes} onMade={readAgain} />
            )}
          </div>
        </div>
      </NamesContext>
    </StaffFrame>
  )
}

const DELETED = { name: 'This promotion is deleted.' }

interface MomentProps {
  label: string
  value: string
  error: string | undefined
  onChange: (clock: string) => void
}

/** Half a date is not the same as none. */
function Moment({ label, value, error, onChange }: MomentProps) {
  return (
    <Field
      label={label}
      type="datetime-local"
      value={value === 'half' ? '' : value}
      error={error}
      onChange={({ target }) =>
        onChange(target.value === '' && target.validity.badInput ? 'half' : target.value)
      }
    />
  )
}
